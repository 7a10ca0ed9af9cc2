"use client";

import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";

type DialogProps = Omit<ComponentProps<"dialog">, "open" | "onClose"> & {
  isOpen?: boolean;
  onClose: () => void;
};

/**
 * The native modal dialog: it traps and restores the focus, closes on Escape, and makes the rest
 * inert, without a library or inline styles. Its content is rendered only while it’s open.
 */
export function Dialog({ isOpen = true, onClose, className, children, ...props }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // Runs before removal, because a dialog that is removed while open doesn’t return the focus.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, [isOpen]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the panel; the keyboard has Escape
    <dialog
      ref={dialog}
      // Handles Escape here, because the close event comes so late that it could undo the next
      // opening.
      onCancel={(event) => (event.target === event.currentTarget ? onClose() : undefined)}
      onClose={(event) => (event.currentTarget.open ? undefined : onClose())}
      onClick={(event) => (event.target === event.currentTarget ? onClose() : undefined)}
      className={cn(
        "fixed bg-popover text-popover-foreground shadow-pop backdrop:bg-overlay starting:open:opacity-0 open:transition-opacity open:duration-150 backdrop:transition-opacity",
        className,
      )}
      {...props}
    >
      {isOpen ? children : null}
    </dialog>
  );
}

type TitledDialogProps = DialogProps & {
  title: string;
  description?: ReactNode;
  /** The dialog’s buttons; by default, one that closes it. */
  buttons?: ReactNode;
};

export function TitledDialog({
  title,
  description,
  buttons,
  className,
  children,
  ...props
}: TitledDialogProps) {
  const id = useId();
  return (
    <Dialog
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className={cn(
        "m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] rounded-md border",
        className,
      )}
      {...props}
    >
      <div className="grid gap-4 p-6">
        <h2
          id={`${id}-title`}
          className="text-lg leading-6 font-semibold tracking-tight break-words"
        >
          {title}
        </h2>
        {description ? (
          <div
            id={`${id}-description`}
            className="grid gap-2 text-pretty break-words text-muted-foreground"
          >
            {description}
          </div>
        ) : null}
        {children}
        <div className="flex flex-col gap-2 pt-2 sm:flex-row sm:justify-end">
          {buttons ?? (
            <Button variant="outline" onClick={props.onClose}>
              Close
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

type AlertDialogProps = Pick<TitledDialogProps, "isOpen" | "onClose" | "title" | "description"> & {
  /** Buttons, the safe one first: it gets the focus. */
  children: ReactNode;
};

export function AlertDialog({ children, ...props }: AlertDialogProps) {
  return <TitledDialog role="alertdialog" buttons={children} className="max-w-md" {...props} />;
}

"use client";

import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react";
import { cn } from "#components/ui/cn";

type DialogProps = Omit<ComponentProps<"dialog">, "open" | "onClose"> & {
  isOpen: boolean;
  onClose: () => void;
};

/**
 * The native modal dialog: it traps and restores the focus, closes on Escape, and makes the rest
 * inert, without a library or inline styles. Its content is rendered only while it’s open.
 */
export function Dialog({ isOpen, onClose, className, children, ...props }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (isOpen && !element?.open) element?.showModal();
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the panel; the keyboard has Escape
    <dialog
      ref={dialog}
      onClose={onClose}
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

type AlertDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  /** Buttons, the safe one first: it gets the focus. */
  children: ReactNode;
};

/** A confirmation dialog. */
export function AlertDialog({ isOpen, onClose, title, description, children }: AlertDialogProps) {
  const id = useId();
  return (
    <Dialog
      role="alertdialog"
      isOpen={isOpen}
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-md rounded-md border"
    >
      <div className="grid gap-4 p-6">
        <h2
          id={`${id}-title`}
          className="text-lg leading-6 font-semibold tracking-tight break-words"
        >
          {title}
        </h2>
        <div
          id={`${id}-description`}
          className="grid gap-2 text-pretty break-words text-muted-foreground"
        >
          {description}
        </div>
        <div className="flex flex-col gap-2 pt-2 sm:flex-row sm:justify-end">{children}</div>
      </div>
    </Dialog>
  );
}

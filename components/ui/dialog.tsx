"use client";

import { type ComponentProps, useEffect, useRef } from "react";
import { cn } from "#components/ui/cn";

type DialogProps = Omit<ComponentProps<"dialog">, "open" | "onClose"> & {
  isOpen: boolean;
  onClose: () => void;
};

/**
 * The browser's own modal dialog: it traps and returns the focus, closes on Escape and makes the rest
 * inert without a library, a style element or a style attribute. Its content exists while it is open.
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
      data-slot="dialog"
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

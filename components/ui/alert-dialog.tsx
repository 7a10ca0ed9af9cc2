"use client";

import { type ReactNode, useId } from "react";
import { Dialog } from "#components/ui/dialog";

type AlertDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What is at stake. */
  description: ReactNode;
  /** The buttons, the harmless one first: it gets the focus. */
  children: ReactNode;
};

/** A question that has to be answered before anything else. */
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

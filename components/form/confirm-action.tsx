"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import { ConfirmDialog, type ConfirmDialogProps } from "#components/form/confirm-dialog";
import { Button } from "#components/ui/button";

type ConfirmActionProps = Omit<ConfirmDialogProps, "isOpen" | "onClose"> & {
  trigger: (open: () => void) => ReactNode;
};

/** A button that asks before it runs an action. */
export function ConfirmAction({ trigger, ...dialog }: ConfirmActionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {trigger(() => setOpen(true))}
      <ConfirmDialog {...dialog} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

type ActionRowProps = Omit<ComponentProps<typeof ConfirmAction>, "trigger"> & {
  heading: string;
  text: string;
  isDeletion?: boolean;
  onOpen?: () => void;
};

/** An action with consequences: its description, and the button that asks before it runs. */
export function ActionRow({ heading, text, isDeletion, onOpen, ...confirmation }: ActionRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-4 p-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-medium">{heading}</h2>
        <p className="text-pretty text-muted-foreground">{text}</p>
      </div>
      <ConfirmAction
        {...confirmation}
        trigger={(open) => (
          <Button
            variant="outline"
            className={isDeletion ? "text-destructive" : undefined}
            onClick={() => {
              onOpen?.();
              open();
            }}
          >
            {confirmation.confirmLabel}
          </Button>
        )}
      />
    </div>
  );
}

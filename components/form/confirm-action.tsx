"use client";

import { LoaderCircle } from "lucide-react";
import { type ReactNode, useState, useTransition } from "react";
import type { FormState } from "#components/form/form-state";
import { AlertDialog } from "#components/ui/alert-dialog";
import { Button } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import { toast } from "#components/ui/toast";

type ConfirmActionProps = {
  /** The button that asks. */
  trigger: (ask: () => void) => ReactNode;
  title: string;
  /** What will be lost, in numbers. */
  children: ReactNode;
  /** The verb and its object: "Delete form", never "OK". */
  confirmLabel: string;
  action: () => Promise<FormState>;
  isDestructive?: boolean;
};

export function ConfirmAction({
  trigger,
  title,
  children,
  confirmLabel,
  action,
  isDestructive = true,
}: ConfirmActionProps) {
  const [isOpen, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();

  function confirm(): void {
    if (isPending) return;
    setRefusal(null);
    startTransition(async () => {
      const state = await action();
      if (state.status === "refused") {
        setRefusal(state.message);
        return;
      }
      setOpen(false);
      if (state.message) toast(state.message);
    });
  }

  return (
    <>
      {trigger(() => setOpen(true))}
      <AlertDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        description={
          <>
            {children}
            {refusal ? (
              <Notice tone="danger" role="alert">
                {refusal}
              </Notice>
            ) : null}
          </>
        }
      >
        <Button variant="outline" onClick={() => setOpen(false)}>
          Cancel
        </Button>
        <Button
          variant={isDestructive ? "destructive" : "primary"}
          aria-disabled={isPending || undefined}
          onClick={confirm}
        >
          {isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
          {confirmLabel}
        </Button>
      </AlertDialog>
    </>
  );
}

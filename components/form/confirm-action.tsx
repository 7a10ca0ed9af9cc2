"use client";

import { LoaderCircle } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState, useTransition } from "react";
import type { FormState } from "#components/form/form-state";
import { runAction } from "#components/form/run-action";
import { TypedConfirmation } from "#components/form/typed-confirmation";
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
  /** What has to be typed first, for what cannot be taken back. */
  typed?: string;
};

export function ConfirmAction({
  trigger,
  title,
  children,
  confirmLabel,
  action,
  isDestructive = true,
  typed,
}: ConfirmActionProps) {
  const [isConfirmed, setConfirmed] = useState(typed === undefined);
  const [isOpen, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();
  const isAsking = useRef(false);
  useEffect(() => {
    isAsking.current = isOpen;
  }, [isOpen]);

  function confirm(): void {
    if (isPending || !isConfirmed) return;
    setRefusal(null);
    startTransition(async () => {
      const state = await runAction(action);
      if (state.status === "refused") {
        // Who has closed the question meanwhile is told all the same.
        if (isAsking.current) setRefusal(state.message);
        else if (state.message) toast(state.message);
        return;
      }
      setOpen(false);
      if (state.message) toast(state.message);
    });
  }

  return (
    <>
      {trigger(() => {
        setConfirmed(typed === undefined);
        setRefusal(null);
        setOpen(true);
      })}
      <AlertDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        description={
          <>
            {children}
            {typed === undefined ? null : (
              <TypedConfirmation text={typed} onChange={setConfirmed} />
            )}
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
          disabled={!isConfirmed}
          onClick={confirm}
        >
          {isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
          {confirmLabel}
        </Button>
      </AlertDialog>
    </>
  );
}

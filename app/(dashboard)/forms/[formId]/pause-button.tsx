"use client";

import { Pause, Play } from "lucide-react";
import { ConfirmAction } from "#components/form/confirm-action";
import type { FormState } from "#components/form/form-state";
import { useAction } from "#components/form/use-action";
import { Button } from "#components/ui/button";

type PauseButtonProps = { status: "active" | "paused"; action: () => Promise<FormState> };

export function PauseButton({ status, action }: PauseButtonProps) {
  const { run, isPending } = useAction(action);
  if (status === "paused")
    return (
      <Button variant="outline" size="sm" onClick={run} aria-disabled={isPending || undefined}>
        <Play aria-hidden />
        Resume
      </Button>
    );
  return (
    <ConfirmAction
      trigger={(ask) => (
        <Button variant="outline" size="sm" onClick={ask}>
          <Pause aria-hidden />
          Pause
        </Button>
      )}
      title="Pause this form?"
      confirmLabel="Pause the form"
      isDestructive={false}
      action={action}
    >
      <p>
        Visitors are told that the form is closed, and nothing that they send is kept. Messages that
        are here stay.
      </p>
    </ConfirmAction>
  );
}

"use client";

import { Pause, Play } from "lucide-react";
import type { ActionResult } from "#components/form/action-result";
import { ConfirmAction } from "#components/form/confirm-action";
import { useAction } from "#components/form/use-action";
import { Button } from "#components/ui/button";

type PauseButtonProps = { status: "active" | "paused"; action: () => Promise<ActionResult> };

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
      confirmLabel="Pause form"
      isDestructive={false}
      action={action}
    >
      <p>
        Visitors see that the form is closed, and their submissions are rejected. Existing messages
        aren’t affected.
      </p>
    </ConfirmAction>
  );
}

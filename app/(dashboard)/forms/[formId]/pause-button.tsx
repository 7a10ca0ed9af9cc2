"use client";

import { Pause, Play } from "lucide-react";
import { ConfirmAction } from "#components/form/confirm-action";
import { useAction } from "#components/form/use-action.ts";
import { Button } from "#components/ui/button";
import type { Form } from "#lib/domain/forms/schema";
import { setFormStatusAction } from "../actions";

export function PauseButton({ id, status }: Pick<Form, "id" | "status">) {
  const { run, isPending } = useAction(() => setFormStatusAction(id, "active"));
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
      action={() => setFormStatusAction(id, "paused")}
    >
      <p>
        New submissions are rejected, and visitors see that the form is closed. Existing messages
        aren’t affected.
      </p>
    </ConfirmAction>
  );
}

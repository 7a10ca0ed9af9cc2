"use client";

import { ConfirmAction } from "#components/form/confirm-action";
import type { FormState } from "#components/form/form-state";
import { Button } from "#components/ui/button";

type DeleteWebhookProps = {
  /** What is lost, in numbers. */
  lost: string;
  action: () => Promise<FormState>;
};

export function DeleteWebhook({ lost, action }: DeleteWebhookProps) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-medium">Delete the webhook</h2>
        <p className="text-pretty text-muted-foreground">{lost}</p>
      </div>
      <ConfirmAction
        trigger={(ask) => (
          <Button variant="outline" className="text-destructive" onClick={ask}>
            Delete the webhook
          </Button>
        )}
        title="Delete the webhook?"
        confirmLabel="Delete it"
        action={action}
      >
        <p>{lost} Messages stay.</p>
      </ConfirmAction>
    </div>
  );
}

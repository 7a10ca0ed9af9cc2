"use client";

import { ConfirmAction } from "#components/form/confirm-action";
import type { FormState } from "#components/form/form-state";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { countOf } from "#lib/core/count";

type DangerZoneProps = {
  formName: string;
  messageCount: number;
  /** Messages of the last 30 days that were not spam. */
  recentCount: number;
  rotateKey: () => Promise<FormState>;
  deleteForm: () => Promise<FormState>;
};

export function DangerZone({
  formName,
  messageCount,
  recentCount,
  rotateKey,
  deleteForm,
}: DangerZoneProps) {
  const lost =
    messageCount === 0
      ? "It has no messages."
      : `${countOf(messageCount, "message")} will be permanently deleted, with all files and email records.`;
  return (
    <Card className="divide-y">
      <div className="flex flex-wrap items-center gap-4 p-4 sm:px-6">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-medium">Replace the public key</h2>
          <p className="text-pretty text-muted-foreground">
            The form gets a new address; the old one stops working at once.
          </p>
        </div>
        <ConfirmAction
          trigger={(ask) => (
            <Button variant="outline" onClick={ask}>
              Replace key
            </Button>
          )}
          title="Replace the public key?"
          confirmLabel="Replace the key"
          action={rotateKey}
        >
          <p>
            Every site that posts to the old address is refused from now on, until it has the new
            one. {countOf(recentCount, "message")} came through it in the last 30 days. Stored
            messages stay.
          </p>
        </ConfirmAction>
      </div>
      <div className="flex flex-wrap items-center gap-4 p-4 sm:px-6">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-medium">Delete the form</h2>
          <p className="text-pretty text-muted-foreground">{lost}</p>
        </div>
        <ConfirmAction
          trigger={(ask) => (
            <Button variant="outline" className="text-destructive" onClick={ask}>
              Delete form
            </Button>
          )}
          title={`Delete “${formName}”?`}
          confirmLabel="Delete the form"
          action={deleteForm}
          {...(messageCount > 0 ? { typed: `delete ${countOf(messageCount, "message")}` } : {})}
        >
          <p>{lost} Sites that post to it are refused.</p>
        </ConfirmAction>
      </div>
    </Card>
  );
}

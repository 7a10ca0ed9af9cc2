"use client";

import type { ActionResult } from "#components/form/action-result";
import { ConfirmAction } from "#components/form/confirm-action";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { countOf } from "#lib/core/count";

type DangerZoneProps = {
  formName: string;
  messageCount: number;
  /** Messages of the last 30 days, without spam. */
  recentCount: number;
  rotateKey: () => Promise<ActionResult>;
  deleteForm: () => Promise<ActionResult>;
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
      ? "This form has no messages."
      : `${countOf(messageCount, "message")} will be permanently deleted, with all files and email records.`;
  return (
    <Card className="divide-y">
      <div className="flex flex-wrap items-center gap-4 p-4 sm:px-6">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-medium">Rotate public key</h2>
          <p className="text-pretty text-muted-foreground">
            Gives the form a new URL. The old one stops working immediately.
          </p>
        </div>
        <ConfirmAction
          trigger={(ask) => (
            <Button variant="outline" onClick={ask}>
              Rotate key
            </Button>
          )}
          title="Rotate the public key?"
          confirmLabel="Rotate key"
          action={rotateKey}
        >
          <p>
            Sites that use the old URL can’t submit until you update them.{" "}
            {countOf(recentCount, "message")} came through it in the last 30 days. Stored messages
            aren’t affected.
          </p>
        </ConfirmAction>
      </div>
      <div className="flex flex-wrap items-center gap-4 p-4 sm:px-6">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-medium">Delete form</h2>
          <p className="text-pretty text-muted-foreground">{lost}</p>
        </div>
        <ConfirmAction
          trigger={(ask) => (
            <Button variant="outline" className="text-destructive" onClick={ask}>
              Delete form
            </Button>
          )}
          title={`Delete “${formName}”?`}
          confirmLabel="Delete form"
          action={deleteForm}
          {...(messageCount > 0 ? { typed: `delete ${countOf(messageCount, "message")}` } : {})}
        >
          <p>{lost} Sites that use this form can’t submit any more.</p>
        </ConfirmAction>
      </div>
    </Card>
  );
}

"use client";

import { ActionRow } from "#components/form/confirm-action";
import { Card } from "#components/ui/card";
import { countOf } from "#lib/core/count";
import type { Form } from "#lib/forms/schema";
import { deleteFormAction, rotateKeyAction } from "../../actions";

type DangerZoneProps = {
  form: Form;
  messageCount: number;
  /** Messages of the last 30 days, without spam. */
  recentCount: number;
};

export function DangerZone({ form, messageCount, recentCount }: DangerZoneProps) {
  const messages = countOf(messageCount, "message");
  const lost =
    messageCount === 0
      ? "This form has no messages."
      : `${messages} will be permanently deleted, with all files and email records.`;
  return (
    <Card className="divide-y">
      <ActionRow
        heading="Rotate public key"
        text="Gives the form a new URL. The old one stops working immediately."
        title="Rotate the public key?"
        confirmLabel="Rotate key"
        action={() => rotateKeyAction(form.id, form.publicKey)}
      >
        <p>
          Sites that use the old URL can’t submit until you update them.{" "}
          {countOf(recentCount, "message")} came through it in the last 30 days. Stored messages
          aren’t affected.
        </p>
      </ActionRow>
      <ActionRow
        heading="Delete form"
        text={lost}
        isDeletion
        title={`Delete “${form.name}”?`}
        confirmLabel="Delete form"
        action={() => deleteFormAction(form.id)}
        typed={messageCount > 0 ? `delete ${messages}` : undefined}
      >
        <p>{lost} Sites that use this form will no longer be able to submit.</p>
      </ActionRow>
    </Card>
  );
}

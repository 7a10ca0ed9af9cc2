"use client";

import { ActionRow } from "#components/form/confirm-action";
import { Card } from "#components/ui/card";
import { deleteWebhookAction } from "./actions";

type DeleteWebhookProps = {
  formId: string;
  /** The data that is deleted, in numbers. */
  deletionLoss: string;
};

export function DeleteWebhook({ formId, deletionLoss }: DeleteWebhookProps) {
  return (
    <Card>
      <ActionRow
        heading="Delete webhook"
        text={deletionLoss}
        isDeletion
        title="Delete webhook?"
        confirmLabel="Delete webhook"
        action={() => deleteWebhookAction(formId)}
      >
        <p>{deletionLoss} Messages aren’t affected.</p>
      </ActionRow>
    </Card>
  );
}

"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { v7 } from "uuid";
import { ActionRow } from "#components/form/confirm-action";
import { CONNECTION_LOST_SAFE } from "#components/form/use-action";
import { OneTimeSecret } from "#components/forms/one-time-secret";
import { Card } from "#components/ui/card";
import { deleteWebhookAction, rotateSecretAction } from "./actions";

type WebhookDangerZoneProps = {
  formId: string;
  /** The webhook's revision, as this page knows it. */
  revision: string;
  /** What is lost, in numbers. */
  rotationLoss: string;
  deletionLoss: string;
};

export function WebhookDangerZone(props: WebhookDangerZoneProps) {
  const { formId, deletionLoss } = props;
  return (
    <Card className="divide-y">
      <RotateSecret {...props} />
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

/** Rotates the signing secret and shows the new one until it's stored. */
function RotateSecret({ formId, revision, rotationLoss }: WebhookDangerZoneProps) {
  const router = useRouter();
  // Fixed when the dialog opens, so that a retry after a lost response repeats the same rotation.
  const [attempt, setAttempt] = useState({ revision, key: "" });
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null)
    return (
      <div className="p-4 sm:px-6">
        <OneTimeSecret
          kind="signing secret"
          title="New signing secret"
          secret={secret}
          onDone={() => {
            setSecret(null);
            router.refresh();
          }}
        />
      </div>
    );
  return (
    <ActionRow
      heading="Signing secret"
      text="Signs every event. If it’s lost or exposed, rotate it."
      onOpen={() => setAttempt({ revision, key: v7() })}
      title="Rotate the signing secret?"
      confirmLabel="Rotate secret"
      action={() => rotateSecretAction(formId, attempt.revision, attempt.key)}
      onDone={({ value }) => setSecret(value.secret ?? null)}
      lostMessage={CONNECTION_LOST_SAFE}
    >
      <p>
        The current secret stops working immediately. Your endpoint will reject events until you
        give it the new one. {rotationLoss}
      </p>
    </ActionRow>
  );
}

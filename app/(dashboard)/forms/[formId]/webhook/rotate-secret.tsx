"use client";

import { useState } from "react";
import { v7 } from "uuid";
import { ActionRow } from "#components/form/confirm-action";
import { CONNECTION_LOST_SAFE } from "#components/form/use-action.ts";
import { SigningSecret } from "#components/forms/one-time-secret";
import { rotateSecretAction } from "./actions";

type RotateSecretProps = {
  formId: string;
  /** The webhook's revision, as this page knows it. */
  revision: string;
  /** The data that is lost, in numbers. */
  rotationLoss: string;
};

/** Rotates the signing secret and shows the new one until it's stored. */
export function RotateSecret({ formId, revision, rotationLoss }: RotateSecretProps) {
  // Fixed when the dialog opens, so that a retry after a lost response repeats the same rotation.
  const [attempt, setAttempt] = useState({ revision, key: "" });
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null)
    return (
      <div className="p-4 sm:px-6">
        <SigningSecret
          title="New signing secret"
          secret={secret}
          onStored={() => setSecret(null)}
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

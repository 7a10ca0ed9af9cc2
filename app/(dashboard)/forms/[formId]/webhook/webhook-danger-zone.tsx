"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { v7 } from "uuid";
import type { ActionResult } from "#components/form/action-result";
import { ConfirmAction } from "#components/form/confirm-action";
import { CONNECTION_LOST_SAFE } from "#components/form/use-action";
import { OneTimeSecret } from "#components/forms/one-time-secret";
import { Button } from "#components/ui/button";

type RotateSecretProps = {
  /** What is lost, in numbers. */
  lost: string;
  /** The webhook's revision, as this page knows it. */
  revision: string;
  rotate: (revision: string, key: string) => Promise<ActionResult>;
};

/** Rotates the signing secret and shows the new one until it's stored. */
export function RotateSecret({ lost, revision, rotate }: RotateSecretProps) {
  const router = useRouter();
  // Fixed when the dialog opens, so that a retry after a lost response repeats the same rotation.
  const [attempt, setAttempt] = useState({ revision, key: "" });
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null)
    return (
      <OneTimeSecret
        kind="signing secret"
        title="New signing secret"
        secret={secret}
        onDone={() => {
          setSecret(null);
          router.refresh();
        }}
      />
    );
  return (
    <Row
      title="Signing secret"
      text="Signs every event. If it’s lost or exposed, rotate it."
      button={
        <ConfirmAction
          trigger={(open) => (
            <Button
              variant="outline"
              onClick={() => {
                setAttempt({ revision, key: v7() });
                open();
              }}
            >
              Rotate secret
            </Button>
          )}
          title="Rotate the signing secret?"
          confirmLabel="Rotate secret"
          action={async () => {
            const result = await rotate(attempt.revision, attempt.key);
            if (result.ok) setSecret(result.value.secret ?? null);
            return result;
          }}
          lostMessage={CONNECTION_LOST_SAFE}
        >
          <p>
            The current secret stops working immediately. Your endpoint will reject events until you
            give it the new one. {lost}
          </p>
        </ConfirmAction>
      }
    />
  );
}

type DeleteWebhookProps = {
  /** What is lost, in numbers. */
  lost: string;
  action: () => Promise<ActionResult>;
};

export function DeleteWebhook({ lost, action }: DeleteWebhookProps) {
  return (
    <Row
      title="Delete webhook"
      text={lost}
      button={
        <ConfirmAction
          trigger={(open) => (
            <Button variant="outline" className="text-destructive" onClick={open}>
              Delete webhook
            </Button>
          )}
          title="Delete webhook?"
          confirmLabel="Delete webhook"
          action={action}
        >
          <p>{lost} Messages aren’t affected.</p>
        </ConfirmAction>
      }
    />
  );
}

function Row({ title, text, button }: { title: string; text: string; button: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-medium">{title}</h2>
        <p className="text-pretty text-muted-foreground">{text}</p>
      </div>
      {button}
    </div>
  );
}

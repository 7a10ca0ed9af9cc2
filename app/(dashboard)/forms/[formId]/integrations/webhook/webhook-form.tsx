"use client";

import { ChevronDown } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { v7 } from "uuid";
import { ActionForm, RevisionField, useFormContext } from "#components/form/action-form";
import { ActionRow } from "#components/form/confirm-action";
import { PLAIN, SwitchField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { FormSaveBar } from "#components/form/save-bar";
import { CONNECTION_LOST_SAFE } from "#components/form/use-action.ts";
import { useSigningSecret } from "#components/forms/one-time-secret";
import { CardContent } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import { type DestinationKind, kindLabel, recognizeKind } from "#lib/domain/endpoints/chats/kinds";
import type { Webhook } from "#lib/domain/endpoints/schema";
import { HeadersField } from "../headers-field";
import { rotateSecretAction, saveWebhookAction } from "./actions";

type WebhookFormProps = {
  formId: string;
  webhook: Webhook;
  /** The effect of saving on waiting events. */
  warning: string | null;
};

export function WebhookForm({ formId, webhook, warning }: WebhookFormProps) {
  const [kind, setKind] = useState<DestinationKind | null>(null);
  const [resets, setResets] = useState(0);
  return (
    <ActionForm
      action={saveWebhookAction.bind(null, formId)}
      draftKey={`webhook-${formId}`}
      resetWhenDone
      onReset={() => setResets(resets + 1)}
    >
      <RevisionField revision={webhook.revision} />
      <EditSection>
        <CardContent className="grid gap-5">
          <FormMessage canDiscard={false} />
          <TextField
            name="url"
            label="Endpoint URL"
            type="url"
            placeholder="https://www.example.com/hooks/forms"
            hint="A public HTTPS URL on port 443. It gets a POST request for every submission."
            defaultValue={webhook.url}
            onChange={(event) => setKind(recognizeKind(event.target.value))}
            {...PLAIN}
            required
          />
          {kind === null || kind === "webhook" ? null : (
            <Notice>
              This is a {kindLabel(kind)} URL. It needs messages in its own format, so add it under{" "}
              <Link href={`/forms/${formId}/integrations`} className="link">
                Integrations
              </Link>{" "}
              instead.
            </Notice>
          )}
          <SwitchField
            name="enabled"
            label="Send events"
            hint="Spam doesn’t trigger events. Test events always send."
            defaultChecked={webhook.enabled}
          />
          <HeadersField key={resets} headers={webhook.headers} revision={webhook.revision} />
        </CardContent>
        <FormSaveBar label="Save changes">
          {warning ? (
            <p className="min-w-0 flex-1 basis-48 text-pretty text-muted-foreground">{warning}</p>
          ) : null}
        </FormSaveBar>
      </EditSection>
    </ActionForm>
  );
}

/** Closed until someone edits the endpoint, or has unsaved changes. */
function EditSection({ children }: { children: ReactNode }) {
  const { isDirty, error } = useFormContext();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      open={isOpen || isDirty || error !== null}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group"
    >
      <summary className="flex cursor-pointer list-none items-center justify-between gap-4 px-4 py-3 font-medium transition-colors duration-150 hover:bg-accent/50 sm:px-6 [&::-webkit-details-marker]:hidden">
        Edit endpoint
        <ChevronDown
          aria-hidden
          className="size-4 text-muted-foreground transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      {children}
    </details>
  );
}

type RotateSecretProps = {
  formId: string;
  revision: string;
  /** The data that is lost, in numbers. */
  rotationLoss: string;
};

export function RotateSecret({ formId, revision, rotationLoss }: RotateSecretProps) {
  // Fixed when the dialog opens, so that a retry after a lost response repeats the same rotation.
  const [attempt, setAttempt] = useState({ revision, key: "" });
  const [secret, showSecret] = useSigningSecret("New signing secret");
  if (secret) return <div className="p-4 sm:px-6">{secret}</div>;
  return (
    <ActionRow
      heading="Signing secret"
      text="Signs every event. If it’s lost or exposed, rotate it."
      onOpen={() => setAttempt({ revision, key: v7() })}
      title="Rotate the signing secret?"
      confirmLabel="Rotate secret"
      action={() => rotateSecretAction(formId, attempt.revision, attempt.key)}
      onDone={({ value }) => showSecret(value.secret ?? null)}
      lostMessage={CONNECTION_LOST_SAFE}
    >
      <p>
        The current secret stops working immediately. Your endpoint will reject events until you
        give it the new one. {rotationLoss}
      </p>
    </ActionRow>
  );
}

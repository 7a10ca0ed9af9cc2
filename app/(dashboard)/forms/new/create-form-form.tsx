"use client";

import { ActionForm, IdempotencyField, SubmitButton } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { RecipientChoice } from "#components/forms/recipient-choice";
import { ButtonLink } from "#components/ui/button";
import type { Recipient } from "#lib/recipients/schema";
import { createFormAction } from "../actions";

type CreateFormFormProps = {
  draftKey: string;
  recipients: readonly Recipient[];
};

export function CreateFormForm({ draftKey, recipients }: CreateFormFormProps) {
  const verified = recipients.filter(({ status }) => status === "verified");
  return (
    <ActionForm action={createFormAction} draftKey={draftKey} className="grid gap-6">
      <IdempotencyField />
      <FormMessage />
      <TextField
        name="name"
        label="Form name"
        hint="Shown to visitors and in notification emails, e.g. “Contact” or “Job applications”."
        autoComplete="off"
        autoFocus
        required
      />
      <RecipientChoice
        recipients={recipients}
        selectedIds={verified.length === 1 ? verified.map(({ id }) => id) : []}
        hint="Who gets an email about each message. Select one to five confirmed recipients."
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton>Create form</SubmitButton>
        <ButtonLink href="/forms" variant="ghost">
          Cancel
        </ButtonLink>
      </div>
    </ActionForm>
  );
}

"use client";

import { ActionForm } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { OnceField } from "#components/form/once-field";
import { SubmitButton } from "#components/form/submit-button";
import { RecipientChoice } from "#components/forms/recipient-choice";
import { ButtonLink } from "#components/ui/button";
import type { Recipient } from "#lib/recipients/schema";

type CreateFormFormProps = {
  keepAs: string;
  action: FormAction;
  recipients: readonly Recipient[];
};

export function CreateFormForm({ keepAs, action, recipients }: CreateFormFormProps) {
  const verified = recipients.filter(({ status }) => status === "verified");
  return (
    <ActionForm action={action} keepAs={keepAs} className="grid gap-6">
      <OnceField />
      <FormMessage />
      <TextField
        name="name"
        label="Name"
        hint="For you and in notification mails, like “Contact” or “Job applications”."
        autoComplete="off"
        required
      />
      <RecipientChoice
        recipients={recipients}
        chosenIds={verified.length === 1 ? verified.map(({ id }) => id) : []}
        hint="Who is mailed about each message. One to five verified addresses."
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

"use client";

import { ActionForm } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { SubmitButton } from "#components/form/submit-button";

type AddRecipientFormProps = { action: FormAction; suggestion: string };

export function AddRecipientForm({ action, suggestion }: AddRecipientFormProps) {
  return (
    <ActionForm action={action} resetWhenDone className="grid gap-4">
      <FormMessage />
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          name="email"
          label="Email address"
          type="email"
          autoComplete="off"
          placeholder="name@example.com"
          defaultValue={suggestion}
          required
          className="min-w-0 flex-1 basis-60"
        />
        <SubmitButton className="sm:mt-6.5">Send verification</SubmitButton>
      </div>
    </ActionForm>
  );
}

"use client";

import { ActionForm, SubmitButton } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { useSecondsUntil } from "#components/ui/clock";
import { addRecipientAction } from "./actions";

export function AddRecipientForm({ suggestion }: { suggestion: string }) {
  return (
    <ActionForm action={addRecipientAction} resetWhenDone className="grid gap-4">
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
        <SubmitButton className="sm:mt-6.5">Send confirmation</SubmitButton>
      </div>
    </ActionForm>
  );
}

type ResendFormProps = { email: string; availableAt: number };

/** Resends the confirmation, with a countdown of the minute in between. */
export function ResendForm({ email, availableAt }: ResendFormProps) {
  const seconds = useSecondsUntil(availableAt);
  return (
    <ActionForm action={addRecipientAction} className="grid justify-items-end gap-2">
      <FormMessage />
      <input type="hidden" name="email" value={email} />
      <SubmitButton variant="outline" size="sm" disabled={seconds > 0} className="tabular">
        {seconds > 0 ? `Resend in ${seconds}s` : "Resend"}
        <span className="sr-only"> to {email}</span>
      </SubmitButton>
    </ActionForm>
  );
}

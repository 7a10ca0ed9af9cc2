"use client";

import { ActionForm } from "#components/form/action-form";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { SubmitButton } from "#components/form/submit-button";
import { useSecondsUntil } from "#components/ui/countdown";

type ResendFormProps = { action: FormAction; email: string; availableAt: number };

/** Sends the verification again; counts down the minute in between where everyone can see it. */
export function ResendForm({ action, email, availableAt }: ResendFormProps) {
  const seconds = useSecondsUntil(availableAt);
  return (
    <ActionForm action={action} className="grid justify-items-end gap-2">
      <FormMessage />
      <input type="hidden" name="email" value={email} />
      <SubmitButton variant="outline" size="sm" disabled={seconds > 0} className="tabular">
        {seconds > 0 ? `Resend in ${seconds} s` : "Resend"}
        <span className="sr-only"> to {email}</span>
      </SubmitButton>
    </ActionForm>
  );
}

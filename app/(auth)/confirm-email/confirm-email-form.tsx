"use client";

import { ActionForm } from "#components/form/action-form";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { SubmitButton } from "#components/form/submit-button";

type ConfirmEmailFormProps = { action: FormAction; email: string };

export function ConfirmEmailForm({ action, email }: ConfirmEmailFormProps) {
  return (
    <ActionForm action={action} className="grid gap-5">
      <FormMessage />
      <p className="text-pretty text-muted-foreground">
        From now on you sign in as{" "}
        <span className="font-medium wrap-anywhere text-foreground">{email}</span>. The old address
        is told, and can no longer sign in.
      </p>
      <SubmitButton className="w-full">Use this address</SubmitButton>
    </ActionForm>
  );
}

"use client";

import { ActionForm } from "#components/form/action-form";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { PasswordField } from "#components/form/password-field";
import { SubmitButton } from "#components/form/submit-button";

export function NewPasswordForm({ action }: { action: FormAction }) {
  return (
    <ActionForm action={action} className="grid gap-5">
      <FormMessage />
      <PasswordField
        name="password"
        label="New password"
        autoComplete="new-password"
        hint="At least 12 characters. You will be signed out everywhere else."
      />
      <SubmitButton className="w-full">Set the password</SubmitButton>
    </ActionForm>
  );
}

"use client";

import { ActionForm } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { PasswordField } from "#components/form/password-field";
import { SubmitButton } from "#components/form/submit-button";

export function SignUpForm({ action }: { action: FormAction }) {
  return (
    <ActionForm action={action} className="grid gap-5">
      <FormMessage />
      <TextField
        name="workspaceName"
        label="Workspace name"
        hint="Your company, team or client. You can change it later."
        autoComplete="organization"
        required
      />
      <TextField name="email" label="Email" type="email" autoComplete="username" required />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="new-password"
        hint="At least 12 characters. A few words in a row are fine."
      />
      <SubmitButton className="w-full">Create account</SubmitButton>
    </ActionForm>
  );
}

"use client";

import { ActionForm, SubmitButton } from "#components/form/action-form";
import type { FormAction } from "#components/form/action-result.ts";
import { PasswordField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";

type InvitationFormProps = { action: FormAction; email: string };

export function AcceptForm({ action, email }: InvitationFormProps) {
  return (
    <ActionForm action={action} className="mt-6 grid gap-5">
      <FormMessage />
      <p className="text-pretty text-muted-foreground">
        You’re signed in as{" "}
        <span className="font-medium wrap-anywhere text-foreground">{email}</span>.
      </p>
      <SubmitButton className="w-full">Join workspace</SubmitButton>
    </ActionForm>
  );
}

export function InvitedSignUpForm({ action, email }: InvitationFormProps) {
  return (
    <ActionForm action={action} className="mt-6 grid gap-5">
      <FormMessage />
      <div className="grid gap-1.5">
        <p className="font-medium">Email</p>
        <p className="wrap-anywhere text-muted-foreground">{email}</p>
      </div>
      <TextField
        name="name"
        label="Your name"
        hint="Optional. How the others in the workspace see you."
        autoComplete="name"
        maxLength={80}
      />
      <input hidden type="text" autoComplete="username" value={email} readOnly />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="new-password"
        hint="At least 12 characters. A phrase of several words works well."
      />
      <SubmitButton className="w-full">Create account and join</SubmitButton>
    </ActionForm>
  );
}

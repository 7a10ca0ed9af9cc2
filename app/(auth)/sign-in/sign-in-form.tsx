"use client";

import Link from "next/link";
import { ActionForm } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { PasswordField } from "#components/form/password-field";
import { SubmitButton } from "#components/form/submit-button";

export function SignInForm({ action, next }: { action: FormAction; next: string }) {
  return (
    <ActionForm action={action} className="grid gap-5">
      <FormMessage />
      <input type="hidden" name="next" value={next} />
      <TextField name="email" label="Email" type="email" autoComplete="username" required />
      <div className="grid gap-2">
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <Link href="/reset-password" className="link justify-self-start">
          Forgot the password?
        </Link>
      </div>
      <SubmitButton className="w-full">Sign in</SubmitButton>
    </ActionForm>
  );
}

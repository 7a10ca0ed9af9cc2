"use client";

import Link from "next/link";
import { ActionForm, SubmitButton } from "#components/form/action-form";
import type { FormAction } from "#components/form/action-result";
import { PasswordField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { buttonVariants } from "#components/ui/button";
import { Notice } from "#components/ui/notice";

export function SignInForm({ action, next }: { action: FormAction; next: string }) {
  return (
    <ActionForm action={action} className="grid gap-5">
      <FormMessage />
      <input type="hidden" name="next" value={next} />
      <TextField name="email" label="Email" type="email" autoComplete="username" required />
      <div className="grid gap-2">
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <Link href="/reset-password" className="link justify-self-start">
          Forgot password?
        </Link>
      </div>
      <SubmitButton className="w-full">Sign in</SubmitButton>
    </ActionForm>
  );
}

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
        hint="At least 12 characters. Several words work well."
      />
      <SubmitButton className="w-full">Create account</SubmitButton>
    </ActionForm>
  );
}

type RequestResetFormProps = { action: FormAction; isCaptured: boolean };

export function RequestResetForm({ action, isCaptured }: RequestResetFormProps) {
  return (
    <ActionForm
      action={action}
      className="grid gap-5"
      done={({ message }) => <Sent email={message ?? ""} isCaptured={isCaptured} />}
    >
      <FormMessage />
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        hint="We’ll email you a link that expires in 30 minutes."
        required
      />
      <SubmitButton className="w-full">Send link</SubmitButton>
    </ActionForm>
  );
}

/** The same text whether the account exists or not. */
function Sent({ email, isCaptured }: { email: string; isCaptured: boolean }) {
  return (
    <div className="grid gap-5">
      <Notice tone="success" role="status">
        If an account exists for <span className="font-medium wrap-anywhere">{email}</span>, we’ve
        sent a link. It expires in 30 minutes.
      </Notice>
      <p className="text-pretty text-muted-foreground">
        {isCaptured
          ? "On staging, it goes to the workspace’s test inbox, where anyone who is signed in can open it."
          : "Not there after a few minutes? Check your spam folder."}
      </p>
      {/* A full page load shows the form again. */}
      <a href="/reset-password" className={buttonVariants({ variant: "outline" })}>
        Use a different email
      </a>
    </div>
  );
}

export function NewPasswordForm({ action }: { action: FormAction }) {
  return (
    <ActionForm action={action} className="grid gap-5">
      <FormMessage />
      <PasswordField
        name="password"
        label="New password"
        autoComplete="new-password"
        hint="At least 12 characters. You’ll be signed out everywhere else."
      />
      <SubmitButton className="w-full">Set password</SubmitButton>
    </ActionForm>
  );
}

type ConfirmEmailFormProps = { action: FormAction; email: string };

export function ConfirmEmailForm({ action, email }: ConfirmEmailFormProps) {
  return (
    <ActionForm action={action} className="grid gap-5">
      <FormMessage />
      <p className="text-pretty text-muted-foreground">
        You’ll sign in as <span className="font-medium wrap-anywhere text-foreground">{email}</span>
        . We’ll email your old address, which will no longer be able to sign in.
      </p>
      <SubmitButton className="w-full">Confirm email</SubmitButton>
    </ActionForm>
  );
}

"use client";

import Link from "next/link";
import { PasswordField, TextField } from "#components/form/fields";
import { buttonVariants } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import { requestResetAction, signInAction } from "./actions";
import { AuthForm } from "./auth-form";

/** Text typed before "Forgot password?". Not in the URL, so that it appears in no log. */
let typedEmail = "";

function keepTypedEmail(): void {
  const field = document.querySelector<HTMLInputElement>('input[name="email"]');
  typedEmail = field?.value ?? "";
}

export function SignInForm({ next }: { next: string }) {
  return (
    <AuthForm action={signInAction} submit="Sign in">
      <input type="hidden" name="next" value={next} />
      <TextField name="email" label="Email" type="email" autoComplete="username" required />
      <div className="grid gap-2">
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <Link
          href="/reset-password"
          className="link justify-self-start"
          onNavigate={keepTypedEmail}
        >
          Forgot password?
        </Link>
      </div>
    </AuthForm>
  );
}

export function RequestResetForm({ isCaptured }: { isCaptured: boolean }) {
  return (
    <AuthForm
      action={requestResetAction}
      submit="Send link"
      done={({ message }) => <Sent email={message ?? ""} isCaptured={isCaptured} />}
    >
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        hint="We’ll email you a link that expires in 30 minutes."
        defaultValue={typedEmail}
        required
      />
    </AuthForm>
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
          ? "In test mode, the link goes to your workspace’s test inbox. View it in a browser where you signed in within the last 15 minutes."
          : "Not there after a few minutes? Check your spam folder."}
      </p>
      {/* A full page load shows the form again. */}
      <a href="/reset-password" className={buttonVariants({ variant: "outline" })}>
        Use a different email
      </a>
    </div>
  );
}

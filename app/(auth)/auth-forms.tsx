"use client";

import Link from "next/link";
import type { ComponentProps } from "react";
import { ActionForm, SubmitButton } from "#components/form/action-form";
import type { FormAction } from "#components/form/action-result.ts";
import { CheckboxField, PasswordField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { buttonVariants } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import {
  finishSignInAction,
  requestResetAction,
  signInAction,
  signUpAction,
  tryDemoAction,
} from "./actions";

type AuthFormProps = Omit<ComponentProps<typeof ActionForm>, "className"> & { submit: string };

function AuthForm({ submit, children, ...props }: AuthFormProps) {
  return (
    <ActionForm {...props} className="grid gap-5">
      <FormMessage />
      {children}
      <SubmitButton className="w-full">{submit}</SubmitButton>
    </ActionForm>
  );
}

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

export function SignInCodeForm({ next }: { next: string }) {
  return (
    <AuthForm action={finishSignInAction} submit="Continue">
      <input type="hidden" name="next" value={next} />
      <TextField
        name="code"
        label="Code"
        hint="Six digits from your authenticator app. Lost access to it? Enter a recovery code."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
      />
    </AuthForm>
  );
}

export function TryDemo() {
  return (
    <ActionForm action={tryDemoAction} className="grid gap-3 border-b pb-5">
      <FormMessage />
      <SubmitButton className="w-full">Try the demo</SubmitButton>
      <p className="text-pretty text-muted-foreground">
        No account, no password. Everyone shares it, it starts over every hour, and nothing leaves
        it: emails go to its test inbox.
      </p>
    </ActionForm>
  );
}

export function SignUpForm() {
  return (
    <AuthForm action={signUpAction} submit="Create account">
      <TextField
        name="workspaceName"
        label="Workspace name"
        hint="Your company, team, or client. You can change it later."
        autoComplete="organization"
        required
      />
      <TextField name="email" label="Email" type="email" autoComplete="username" required />
      <FirstPasswordField />
    </AuthForm>
  );
}

function FirstPasswordField() {
  return (
    <PasswordField
      name="password"
      label="Password"
      autoComplete="new-password"
      hint="At least 12 characters. A phrase of several words works well."
    />
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
          ? "On staging, the link goes to your workspace’s test inbox. View it in a browser where you signed in within the last 15 minutes."
          : "Not there after a few minutes? Check your spam folder."}
      </p>
      {/* A full page load shows the form again. */}
      <a href="/reset-password" className={buttonVariants({ variant: "outline" })}>
        Use a different email
      </a>
    </div>
  );
}

type NewPasswordFormProps = {
  action: FormAction;
  /** True if the owner may keep API tokens: not on an account that someone else may have opened. */
  asksAboutTokens: boolean;
};

export function NewPasswordForm({ action, asksAboutTokens }: NewPasswordFormProps) {
  return (
    <AuthForm action={action} submit="Set password">
      <PasswordField
        name="password"
        label="New password"
        autoComplete="new-password"
        hint="At least 12 characters. You’ll be signed out everywhere else."
      />
      {asksAboutTokens ? (
        <CheckboxField
          name="revokesTokens"
          label="Also revoke my API tokens"
          hint="Leave this checked if someone else may know your password. Apps using your tokens will stop working."
          defaultChecked
        />
      ) : (
        <p className="text-pretty text-muted-foreground">
          This also revokes the account’s API tokens, because this address was never confirmed.
        </p>
      )}
    </AuthForm>
  );
}

type AddressFormProps = { action: FormAction; email: string };

export function AcceptForm({ action, email }: AddressFormProps) {
  return (
    <AuthForm action={action} submit="Join workspace">
      <p className="text-pretty text-muted-foreground">
        You’re signed in as{" "}
        <span className="font-medium wrap-anywhere text-foreground">{email}</span>.
      </p>
    </AuthForm>
  );
}

export function InvitedSignUpForm({ action, email }: AddressFormProps) {
  return (
    <AuthForm action={action} submit="Create account and join">
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
      <FirstPasswordField />
    </AuthForm>
  );
}

export function ConfirmEmailForm({
  action,
  email,
  isChange,
}: AddressFormProps & { isChange: boolean }) {
  const address = <span className="font-medium wrap-anywhere text-foreground">{email}</span>;
  return (
    <AuthForm action={action} submit="Confirm address">
      <p className="text-pretty text-muted-foreground">
        {isChange ? (
          <>
            You’ll sign in with {address}. We’ll email your old address, which will no longer be
            able to sign in.
          </>
        ) : (
          <>Confirm that {address} is yours. Only confirm if you signed up yourself.</>
        )}
      </p>
    </AuthForm>
  );
}

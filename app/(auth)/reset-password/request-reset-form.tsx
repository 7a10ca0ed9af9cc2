"use client";

import { ActionForm } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { SubmitButton } from "#components/form/submit-button";
import { buttonVariants } from "#components/ui/button-variants";
import { Notice } from "#components/ui/notice";

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
        hint="We mail you a link that works once, for 30 minutes."
        required
      />
      <SubmitButton className="w-full">Send the link</SubmitButton>
    </ActionForm>
  );
}

/** The same words whether the account exists or not. */
function Sent({ email, isCaptured }: { email: string; isCaptured: boolean }) {
  return (
    <div className="grid gap-5">
      <Notice tone="success" role="status">
        If there is an account for <span className="font-medium wrap-anywhere">{email}</span>, the
        link is on its way. It works once, for 30 minutes.
      </Notice>
      <p className="text-pretty text-muted-foreground">
        {isCaptured
          ? "On staging it goes to the workspace's test inbox, where someone who is signed in can open it."
          : "Nothing there after a few minutes? Look into the spam folder, too."}
      </p>
      {/* A fresh start, with the form again. */}
      <a href="/reset-password" className={buttonVariants({ variant: "outline" })}>
        Use another address
      </a>
    </div>
  );
}

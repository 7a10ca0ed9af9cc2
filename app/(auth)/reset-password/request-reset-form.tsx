"use client";

import { ActionForm, useFormContext } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { SubmitButton } from "#components/form/submit-button";
import { Notice } from "#components/ui/notice";

type RequestResetFormProps = { action: FormAction; isCaptured: boolean };

export function RequestResetForm({ action, isCaptured }: RequestResetFormProps) {
  return (
    <ActionForm action={action} className="grid gap-5" onDone={() => undefined}>
      <FormMessage />
      <SentNotice isCaptured={isCaptured} />
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
function SentNotice({ isCaptured }: { isCaptured: boolean }) {
  const { state } = useFormContext();
  if (state.status !== "done") return null;
  return (
    <Notice tone="success" role="status">
      If there is an account for {state.message}, the link is on its way.
      {isCaptured
        ? " On staging it goes to the workspace's test inbox, where someone who is signed in can open it."
        : " Look into the spam folder, too."}
    </Notice>
  );
}

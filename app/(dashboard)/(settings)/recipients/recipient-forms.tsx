"use client";

import type { ReactNode } from "react";
import { ActionForm, SubmitButton } from "#components/form/action-form";
import { ConfirmAction } from "#components/form/confirm-action";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { Button } from "#components/ui/button";
import { addRecipientAction, removeRecipientAction } from "./actions";

export function AddRecipientForm({ suggestion }: { suggestion: string }) {
  return (
    <ActionForm action={addRecipientAction} resetWhenDone className="grid gap-4">
      <FormMessage />
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          name="email"
          label="Email address"
          type="email"
          autoComplete="off"
          placeholder="name@example.com"
          defaultValue={suggestion}
          required
          className="min-w-0 flex-1 basis-60"
        />
        <SubmitButton className="sm:mt-6.5">Send confirmation</SubmitButton>
      </div>
    </ActionForm>
  );
}

type RemoveButtonProps = {
  id: string;
  email: string;
  /** Places that need another address first; null if there are none. */
  blocked: ReactNode;
  children: ReactNode;
};

export function RemoveButton({ id, email, blocked, children }: RemoveButtonProps) {
  return (
    <ConfirmAction
      title={`Remove ${email}?`}
      confirmLabel="Remove recipient"
      action={() => removeRecipientAction(id)}
      blocked={blocked}
      trigger={(open) => (
        <Button variant="ghost" size="sm" aria-label={`Remove ${email}`} onClick={open}>
          Remove
        </Button>
      )}
    >
      {children}
      <p>Queued emails are canceled. To undo, add and confirm the address again.</p>
    </ConfirmAction>
  );
}

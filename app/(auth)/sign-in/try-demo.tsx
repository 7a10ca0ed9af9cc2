"use client";

import { ActionForm, SubmitButton } from "#components/form/action-form";
import { FormMessage } from "#components/form/form-message";
import { tryDemoAction } from "../actions";

/** Opens the public demo with one click. */
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

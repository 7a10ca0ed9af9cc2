"use client";

import { useFormContext } from "#components/form/action-form";
import { Countdown } from "#components/ui/countdown";
import { Notice } from "#components/ui/notice";

/** Why the whole form was refused, and when trying again makes sense. */
export function FormMessage() {
  const { state } = useFormContext();
  if (state.status !== "refused" || !state.message) return null;
  return (
    <Notice tone="danger" tabIndex={-1} data-form-message role="alert">
      {state.message} {state.retryAt ? <Countdown until={state.retryAt} /> : null}
    </Notice>
  );
}

"use client";

import { useAction } from "#components/form/use-action.ts";
import { resendVerificationAction } from "./actions";

export function ResendButton() {
  const { run, isPending } = useAction(resendVerificationAction);
  return (
    <button type="button" onClick={run} aria-disabled={isPending || undefined} className="link">
      Resend
    </button>
  );
}

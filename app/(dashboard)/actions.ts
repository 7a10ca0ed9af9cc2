"use server";

import { refresh } from "next/cache";
import { after } from "next/server";
import type { ActionResult } from "#components/form/action-result.ts";
import { authenticatedAction } from "#components/form/server-action.ts";
import { resendVerification } from "#lib/accounts/verify-email";
import { triggerDrain } from "#lib/deliveries/drain-trigger";

export async function resendVerificationAction(): Promise<ActionResult> {
  return authenticatedAction(null, async (ctx) => {
    const email = await resendVerification(ctx);
    after(triggerDrain);
    refresh();
    return {
      message: email
        ? `Confirmation email sent to ${email}.`
        : "Your email address is already confirmed.",
    };
  });
}

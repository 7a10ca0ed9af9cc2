"use server";

import { refresh } from "next/cache";
import { headers } from "next/headers";
import { after } from "next/server";
import type { ActionResult, FormState } from "#components/form/action-result.ts";
import {
  authenticatedAction,
  idempotencyKeyOf,
  parseFields,
} from "#components/form/server-action.ts";
import { callerOf } from "#lib/core/client-address";
import { CreateWorkspaceInput } from "#lib/domain/accounts/schema";
import { createWorkspace } from "#lib/domain/accounts/switch-workspace";
import { resendVerification } from "#lib/domain/accounts/verify-email";
import { triggerDrain } from "#lib/domain/deliveries/drain-trigger";
import { requireSession } from "#lib/entry/account/current-session";

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

export async function createWorkspaceAction(_: FormState, data: FormData): Promise<ActionResult> {
  return authenticatedAction(data, async (ctx) => {
    const input = parseFields(CreateWorkspaceInput, data);
    const caller = callerOf({ headers: await headers() }, ctx.now);
    await createWorkspace(await requireSession(), input, idempotencyKeyOf(data), caller);
    return {};
  });
}

"use server";

import { refresh } from "next/cache";
import { headers } from "next/headers";
import type { ActionResult, FormState } from "#components/form/action-result.ts";
import {
  authenticatedAction,
  idempotencyKeyOf,
  parseFields,
} from "#components/form/server-action.ts";
import { callerOf } from "#lib/core/client-address";
import { requireRecentProof } from "#lib/core/context";
import { CreateWorkspaceInput } from "#lib/domain/accounts/schema";
import { createWorkspace } from "#lib/domain/accounts/switch-workspace";
import { resendVerification } from "#lib/domain/accounts/verify-email";
import { requireSession } from "#lib/entry/account/current-session";

export async function resendVerificationAction(): Promise<ActionResult> {
  return authenticatedAction(null, async (ctx) => {
    const email = await resendVerification(ctx);
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

/** Asks for a proof before an action that a link starts. */
export async function requireProofAction(): Promise<ActionResult> {
  return authenticatedAction(null, async (ctx) => {
    requireRecentProof(ctx);
    return {};
  });
}

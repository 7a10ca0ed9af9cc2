"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ActionResult, FormState } from "#components/form/action-result.ts";
import { actionResult, textOf, textsOf } from "#components/form/server-action.ts";
import { callerOf } from "#lib/core/client-address";
import { AppError } from "#lib/core/errors";
import { connectApp } from "#lib/domain/grants/connect-app";
import { ConnectInput } from "#lib/domain/grants/schema";
import { requireSameOrigin, requireSession, stopSession } from "#lib/entry/account/current-session";
import { parseInput } from "#lib/entry/http/parse";
import {
  type Parameters,
  readAuthorization,
  responseUri,
} from "#lib/entry/oauth/authorization-request";

/**
 * Accepts or rejects an app's request, which is checked again, and sends the person back to the
 * app.
 */
export async function decideAction(
  parameters: Parameters,
  _: FormState,
  data: FormData,
): Promise<ActionResult> {
  return actionResult(data, async () => {
    await requireSameOrigin();
    const { ctx } = await requireSession();
    const caller = callerOf({ headers: await headers() }, new Date());
    const read = await readAuthorization(parameters, caller);
    if (!("request" in read)) throw new AppError("validation_failed", read.problem);
    const { redirectUri, state } = read.request;
    if (data.has("cancel")) redirect(responseUri(redirectUri, state, { error: "access_denied" }));
    const input = parseInput(ConnectInput, {
      workspaceId: textOf(data, "workspaceId"),
      scopes: textsOf(data, "scopes"),
    });
    const code = await connectApp(ctx, read.request, input);
    redirect(responseUri(redirectUri, state, { code }));
  });
}

/**
 * Signs out, and returns to the same request after signing in: as someone else, or to prove one's identity without
 * scripts.
 */
export async function signInAgainAction(path: string): Promise<void> {
  await requireSameOrigin();
  await stopSession();
  redirect(`/sign-in?next=${encodeURIComponent(path)}`);
}

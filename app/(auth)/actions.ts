"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { after } from "next/server";
import { z } from "zod";
import type { ActionOutcome, ActionResult, FormState } from "#components/form/action-result";
import { actionResult, parseFields, textOf } from "#components/form/server-action";
import { confirmEmailChange } from "#lib/accounts/change-email";
import { requestPasswordReset, resetPassword } from "#lib/accounts/reset-password";
import { Password, SignInInput, SignUpInput } from "#lib/accounts/schema";
import { signIn, signUp } from "#lib/accounts/sign-in";
import { triggerDrain } from "#lib/clients/drain-trigger";
import { callerOf } from "#lib/core/client-address";
import type { Caller } from "#lib/core/context";
import { EmailAddress } from "#lib/core/text";
import { requireSameOrigin, startSession, stopSession } from "#lib/session/current-session";
import { localPath } from "../search-params";

/** Runs an action of someone who may not be signed in. */
function visitorAction(data: FormData, run: (caller: Caller) => Promise<ActionOutcome>) {
  return actionResult(data, async () => {
    await requireSameOrigin();
    return run(callerOf({ headers: await headers() }, new Date()));
  });
}

export async function signInAction(_: FormState, data: FormData): Promise<ActionResult> {
  return visitorAction(data, async (caller) => {
    const { sessionId } = await signIn(parseFields(SignInInput, data), caller);
    await startSession(sessionId);
    redirect(localPath(textOf(data, "next")));
  });
}

export async function signUpAction(_: FormState, data: FormData): Promise<ActionResult> {
  return visitorAction(data, async (caller) => {
    const { sessionId } = await signUp(parseFields(SignUpInput, data), caller);
    await startSession(sessionId);
    redirect("/welcome");
  });
}

export async function requestResetAction(_: FormState, data: FormData): Promise<ActionResult> {
  return visitorAction(data, async (caller) => {
    const { email } = parseFields(z.strictObject({ email: EmailAddress }), data);
    await requestPasswordReset(email, caller);
    after(triggerDrain);
    return { message: email };
  });
}

export async function resetPasswordAction(
  secret: string,
  _: FormState,
  data: FormData,
): Promise<ActionResult> {
  return visitorAction(data, async (caller) => {
    const { password } = parseFields(z.strictObject({ password: Password }), data);
    const { sessionId } = await resetPassword(secret, password, caller);
    await startSession(sessionId);
    redirect("/");
  });
}

export async function confirmEmailAction(
  secret: string,
  _: FormState,
  data: FormData,
): Promise<ActionResult> {
  return visitorAction(data, async ({ now }) => {
    await confirmEmailChange(secret, now);
    after(triggerDrain);
    redirect("/settings");
  });
}

export async function signOutAction(): Promise<void> {
  await requireSameOrigin();
  await stopSession();
  redirect("/sign-in");
}

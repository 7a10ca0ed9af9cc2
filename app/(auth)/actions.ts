"use server";

import { redirect } from "next/navigation";
import { after } from "next/server";
import { z } from "zod";
import type { ActionResult, FormState } from "#components/form/action-result";
import { parseFields, textOf } from "#components/form/server-action";
import { confirmEmailChange } from "#lib/accounts/change-email";
import { requestPasswordReset, resetPassword } from "#lib/accounts/reset-password";
import { Password, SignInInput, SignUpInput } from "#lib/accounts/schema";
import { SecondFactorRequired } from "#lib/accounts/second-factor";
import { finishSignIn, signIn, signUp } from "#lib/accounts/sign-in";
import { triggerDrain } from "#lib/clients/drain-trigger";
import { EmailAddress } from "#lib/core/text";
import { Code } from "#lib/factors/schema";
import {
  dropSignIn,
  heldSignIn,
  holdSignIn,
  requireSameOrigin,
  startSession,
  stopSession,
} from "#lib/session/current-session";
import { localPath } from "../search-params";
import { visitorAction } from "./visitor-action";

export async function signInAction(_: FormState, data: FormData): Promise<ActionResult> {
  return visitorAction(data, async (caller) => {
    const next = localPath(textOf(data, "next"));
    const input = parseFields(SignInInput.omit({ code: true }), data);
    const signedIn = await signIn(input, caller).catch(async (failure: unknown) => {
      if (!(failure instanceof SecondFactorRequired)) throw failure;
      await holdSignIn(failure.pending);
      redirect(`/sign-in/code?next=${encodeURIComponent(next)}`);
    });
    await startSession(signedIn.sessionId);
    redirect(next);
  });
}

export async function finishSignInAction(_: FormState, data: FormData): Promise<ActionResult> {
  return visitorAction(data, async (caller) => {
    const { code } = parseFields(z.strictObject({ code: Code }), data);
    const next = localPath(textOf(data, "next"));
    const pending = await heldSignIn();
    if (!pending) redirect(`/sign-in?next=${encodeURIComponent(next)}`);
    const { sessionId } = await finishSignIn(pending, code, caller);
    await dropSignIn();
    await startSession(sessionId);
    after(triggerDrain);
    redirect(next);
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
    const signedIn = await resetPassword(secret, password, caller);
    if (!signedIn) redirect("/sign-in?reset=done");
    await startSession(signedIn.sessionId);
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

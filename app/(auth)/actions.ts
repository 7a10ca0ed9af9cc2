"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { after } from "next/server";
import { z } from "zod";
import type { ActionResult, FormState } from "#components/form/action-result";
import { actionResult, parseFields, textOf } from "#components/form/server-action";
import { confirmEmailChange } from "#lib/accounts/change-email";
import { requestPasswordReset, resetPassword } from "#lib/accounts/reset-password";
import { Password, SignInInput, SignUpInput } from "#lib/accounts/schema";
import { type Caller, signIn, signUp } from "#lib/accounts/sign-in";
import { triggerDrain } from "#lib/clients/drain-trigger";
import { EmailAddress } from "#lib/core/text";
import { clientAddress, limitedAddress } from "#lib/http/client-address";
import { requireSameOrigin, startSession } from "#lib/session/current-session";
import { localPath } from "./local-path";

/** Who calls this action, before there is a session. */
async function currentCaller(): Promise<Caller> {
  const request = new Request("http://localhost", { headers: await headers() });
  return {
    address: limitedAddress(clientAddress(request)),
    userAgent: request.headers.get("user-agent"),
    now: new Date(),
  };
}

export async function signInAction(_: FormState, data: FormData): Promise<ActionResult> {
  return actionResult(data, async () => {
    await requireSameOrigin();
    const input = parseFields(SignInInput, data);
    const { sessionId } = await signIn(input, await currentCaller());
    await startSession(sessionId);
    redirect(localPath(textOf(data, "next")));
  });
}

export async function signUpAction(_: FormState, data: FormData): Promise<ActionResult> {
  return actionResult(data, async () => {
    await requireSameOrigin();
    const input = parseFields(SignUpInput, data);
    const { sessionId } = await signUp(input, await currentCaller());
    await startSession(sessionId);
    redirect("/welcome");
  });
}

export async function requestResetAction(_: FormState, data: FormData): Promise<ActionResult> {
  return actionResult(data, async () => {
    await requireSameOrigin();
    const { email } = parseFields(z.strictObject({ email: EmailAddress }), data);
    await requestPasswordReset(email, await currentCaller());
    after(triggerDrain);
    return { message: email };
  });
}

export async function resetPasswordAction(
  secret: string,
  _: FormState,
  data: FormData,
): Promise<ActionResult> {
  return actionResult(data, async () => {
    await requireSameOrigin();
    const { password } = parseFields(z.strictObject({ password: Password }), data);
    const { sessionId } = await resetPassword(secret, password, await currentCaller());
    await startSession(sessionId);
    redirect("/");
  });
}

export async function confirmEmailAction(
  secret: string,
  _: FormState,
  data: FormData,
): Promise<ActionResult> {
  return actionResult(data, async () => {
    await requireSameOrigin();
    await confirmEmailChange(secret, new Date());
    after(triggerDrain);
    redirect("/settings");
  });
}

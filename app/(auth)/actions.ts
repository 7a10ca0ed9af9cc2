"use server";

import { redirect } from "next/navigation";
import { after } from "next/server";
import { z } from "zod";
import type { ActionResult, FormState } from "#components/form/action-result.ts";
import { parseFields, textOf } from "#components/form/server-action.ts";
import { confirmEmail, findEmailLink } from "#lib/accounts/change-email";
import { getOnboarding } from "#lib/accounts/get-onboarding";
import { requestPasswordReset, resetPassword } from "#lib/accounts/reset-password";
import { Password, SignInInput, SignUpInput } from "#lib/accounts/schema";
import { SecondFactorRequired } from "#lib/accounts/second-factor";
import { finishSignIn, signIn } from "#lib/accounts/sign-in";
import { signUp } from "#lib/accounts/sign-up";
import { EmailAddress } from "#lib/core/text";
import { triggerDrain } from "#lib/deliveries/drain-trigger";
import { tryDemo } from "#lib/demo/try-demo";
import { Code } from "#lib/factors/schema";
import {
  dropSignIn,
  findSession,
  holdSignIn,
  readDevice,
  readPendingSignIn,
  requireSameOrigin,
  startSignedIn,
  stopSession,
} from "#lib/session/current-session";
import { localPath } from "../search-params";
import { visitorAction } from "./visitor-action";

export async function signInAction(_: FormState, data: FormData): Promise<ActionResult> {
  return visitorAction(data, async (caller) => {
    const next = localPath(textOf(data, "next"));
    const input = parseFields(SignInInput.omit({ code: true }), data);
    const signedIn = await signIn(input, caller, await readDevice()).catch(
      async (failure: unknown) => {
        if (!(failure instanceof SecondFactorRequired)) throw failure;
        await holdSignIn(failure.pending);
        redirect(`/sign-in/code?next=${encodeURIComponent(next)}`);
      },
    );
    await startSignedIn(signedIn);
    after(triggerDrain);
    redirect(next);
  });
}

export async function finishSignInAction(_: FormState, data: FormData): Promise<ActionResult> {
  return visitorAction(data, async (caller) => {
    const { code } = parseFields(z.strictObject({ code: Code }), data);
    const next = localPath(textOf(data, "next"));
    const pending = await readPendingSignIn();
    if (!pending) redirect(`/sign-in?next=${encodeURIComponent(next)}`);
    const signedIn = await finishSignIn(pending, code, caller, await readDevice());
    await dropSignIn();
    await startSignedIn(signedIn);
    after(triggerDrain);
    redirect(next);
  });
}

export async function tryDemoAction(_: FormState, data: FormData): Promise<ActionResult> {
  return visitorAction(data, async (caller) => {
    await startSignedIn(await tryDemo(caller, await readDevice()));
    redirect("/inbox");
  });
}

export async function signUpAction(_: FormState, data: FormData): Promise<ActionResult> {
  return visitorAction(data, async (caller) => {
    const input = parseFields(SignUpInput, data);
    await startSignedIn(await signUp(input, caller, await readDevice()));
    after(triggerDrain);
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
    const options = { revokesTokens: data.has("revokesTokens"), device: await readDevice() };
    const signedIn = await resetPassword(secret, password, caller, options);
    after(triggerDrain);
    if (!signedIn) redirect("/sign-in?reset=done");
    await startSignedIn(signedIn);
    redirect("/");
  });
}

export async function confirmEmailAction(
  secret: string,
  _: FormState,
  data: FormData,
): Promise<ActionResult> {
  return visitorAction(data, async (caller) => {
    const link = await findEmailLink(secret, caller.now);
    const email = await confirmEmail(secret, caller);
    after(triggerDrain);
    const session = link.state === "verification" ? await findSession() : null;
    const isOwn = session?.account.user.email === email;
    if (isOwn && !(await getOnboarding(session.ctx)).formCreated)
      redirect("/forms/new?confirmed=true");
    // The link's page shows from now on that the address is confirmed.
    redirect(`/confirm-email?${new URLSearchParams({ token: secret })}`);
  });
}

export async function signOutAction(): Promise<void> {
  await requireSameOrigin();
  await stopSession();
  redirect("/sign-in");
}

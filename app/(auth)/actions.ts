"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { ActionOutcome, ActionResult, FormState } from "#components/form/action-result.ts";
import { actionResult, parseFields, textOf } from "#components/form/server-action.ts";
import { callerOf } from "#lib/core/client-address";
import type { Caller } from "#lib/core/context";
import { EmailAddress } from "#lib/core/text";
import { confirmEmail, disownEmail, findEmailLink } from "#lib/domain/accounts/confirm-email";
import { OneTimeCode } from "#lib/domain/accounts/factors/schema";
import { getOnboarding } from "#lib/domain/accounts/get-onboarding";
import { acceptInvitation, signUpInvited } from "#lib/domain/accounts/members/accept-invitation";
import { requestPasswordReset, resetPassword } from "#lib/domain/accounts/reset-password";
import { Password, PersonName, SignInInput, SignUpInput } from "#lib/domain/accounts/schema";
import { SecondFactorRequired } from "#lib/domain/accounts/second-factor";
import { finishSignIn, signIn } from "#lib/domain/accounts/sign-in";
import { signUp } from "#lib/domain/accounts/sign-up";
import {
  dropSignIn,
  findSession,
  holdSignIn,
  readDevice,
  readPendingSignIn,
  requireSameOrigin,
  requireSession,
  startSignedIn,
  stopSession,
} from "#lib/entry/account/current-session";
import { parseInput } from "#lib/entry/http/parse";
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
    redirect(next);
  });
}

export async function finishSignInAction(_: FormState, data: FormData): Promise<ActionResult> {
  return visitorAction(data, async (caller) => {
    const { code } = parseFields(z.strictObject({ code: OneTimeCode }), data);
    const next = localPath(textOf(data, "next"));
    const pending = await readPendingSignIn();
    if (!pending) redirect(`/sign-in?next=${encodeURIComponent(next)}`);
    const signedIn = await finishSignIn(pending, code, caller, await readDevice());
    await dropSignIn();
    await startSignedIn(signedIn);
    redirect(next);
  });
}

export async function signUpAction(_: FormState, data: FormData): Promise<ActionResult> {
  return visitorAction(data, async (caller) => {
    const input = parseFields(SignUpInput, data);
    await startSignedIn(await signUp(input, caller, await readDevice()));
    redirect("/welcome");
  });
}

export async function requestResetAction(_: FormState, data: FormData): Promise<ActionResult> {
  return visitorAction(data, async (caller) => {
    const { email } = parseFields(z.strictObject({ email: EmailAddress }), data);
    await requestPasswordReset(email, caller);
    return { message: email };
  });
}

export async function resetPasswordAction(secret: string, _: FormState, data: FormData) {
  return visitorAction(data, async (caller) => {
    const { password } = parseFields(z.strictObject({ password: Password }), data);
    const options = { revokesTokens: data.has("revokesTokens"), device: await readDevice() };
    const signedIn = await resetPassword(secret, password, caller, options);
    if (!signedIn) redirect("/sign-in?reset=done");
    await startSignedIn(signedIn);
    redirect("/");
  });
}

export async function confirmEmailAction(secret: string, _: FormState, data: FormData) {
  return visitorAction(data, async (caller) => {
    const link = await findEmailLink(secret, caller.now);
    const session = await findSession();
    const userId = session?.account.user.id;
    const isOwn = "userId" in link && link.userId === userId;
    const password = textOf(data, "password");
    await confirmEmail(secret, caller, isOwn ? { userId: link.userId } : { password });
    if (isOwn && link.state === "verification" && session !== null)
      if (!(await getOnboarding(session.ctx)).formCreated) redirect("/forms/new?confirmed=true");
    // From now on, the link's page shows that the address is confirmed.
    redirect(`/confirm-email?${new URLSearchParams({ token: secret })}`);
  });
}

export async function disownEmailAction(secret: string, _: FormState, data: FormData) {
  return visitorAction(data, async (caller) => {
    const done = await disownEmail(secret, caller);
    redirect(`/confirm-email?${new URLSearchParams({ done })}`);
  });
}

export async function acceptInvitationAction(secret: string, _: FormState, data: FormData) {
  return visitorAction(data, async (caller) => {
    const isRecipient = await acceptInvitation(secret, await requireSession(), caller);
    redirect(isRecipient ? "/" : "/recipients");
  });
}

export async function signUpInvitedAction(secret: string, _: FormState, data: FormData) {
  return visitorAction(data, async (caller) => {
    const input = parseInput(z.strictObject({ name: PersonName, password: Password }), {
      name: textOf(data, "name").trim() || null,
      password: textOf(data, "password"),
    });
    const { isRecipient, ...signedIn } = await signUpInvited(
      secret,
      input,
      caller,
      await readDevice(),
    );
    await startSignedIn(signedIn);
    // The recipients page shows that the workspace is full.
    redirect(isRecipient ? "/" : "/recipients");
  });
}

/** Signs out and shows the invitation again, to someone who is signed in with another address. */
export async function changeAccountAction(secret: string): Promise<void> {
  await requireSameOrigin();
  await stopSession();
  redirect(`/invitation?token=${encodeURIComponent(secret)}`);
}

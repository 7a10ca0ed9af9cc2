"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import type { ActionResult, FormState } from "#components/form/action-result.ts";
import { textOf } from "#components/form/server-action.ts";
import { Password, PersonName } from "#lib/accounts/schema";
import { parseInput } from "#lib/http/parse";
import { acceptInvitation, signUpInvited } from "#lib/members/accept-invitation";
import {
  readDevice,
  requireSameOrigin,
  requireSession,
  startSignedIn,
  stopSession,
} from "#lib/session/current-session";
import { visitorAction } from "../visitor-action";

export async function acceptInvitationAction(
  secret: string,
  _: FormState,
  data: FormData,
): Promise<ActionResult> {
  return visitorAction(data, async (caller) => {
    await acceptInvitation(secret, await requireSession(), caller);
    redirect("/");
  });
}

export async function signUpInvitedAction(
  secret: string,
  _: FormState,
  data: FormData,
): Promise<ActionResult> {
  return visitorAction(data, async (caller) => {
    const input = parseInput(z.strictObject({ name: PersonName, password: Password }), {
      name: textOf(data, "name").trim() || null,
      password: textOf(data, "password"),
    });
    await startSignedIn(await signUpInvited(secret, input, caller, await readDevice()));
    redirect("/");
  });
}

/** Signs out and shows the invitation again, to someone who is signed in with another address. */
export async function changeAccountAction(secret: string): Promise<void> {
  await requireSameOrigin();
  await stopSession();
  redirect(`/invitation?token=${encodeURIComponent(secret)}`);
}

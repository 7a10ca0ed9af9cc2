"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import type { ActionResult, FormState } from "#components/form/action-result.ts";
import { parseFields } from "#components/form/server-action.ts";
import { Password } from "#lib/accounts/schema";
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
    const { password } = parseFields(z.strictObject({ password: Password }), data);
    await startSignedIn(await signUpInvited(secret, password, caller, await readDevice()));
    redirect("/");
  });
}

/** Signs out and shows the invitation again, to someone who is signed in with another address. */
export async function changeAccountAction(secret: string): Promise<void> {
  await requireSameOrigin();
  await stopSession();
  redirect(`/invitation?token=${encodeURIComponent(secret)}`);
}

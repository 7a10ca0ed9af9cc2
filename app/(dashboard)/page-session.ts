import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { AppError } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import type { ActiveSession } from "#lib/domain/accounts/sessions";
import { countMessages } from "#lib/domain/submissions/inbox/count-submissions";
import { findOwnLostSession, findSession } from "#lib/entry/account/current-session";
import { viewerTimeZone } from "../preferences";
import type { UnconfirmedUser } from "./onboarding-steps";

/**
 * Guards every dashboard page. Without a session, it redirects to sign-in, which returns to the page.
 * Someone who lost access to the workspace sees a notice about it first.
 */
export async function pageSession(): Promise<ActiveSession> {
  const session = await findSession();
  if (session) return session;
  if (await findOwnLostSession()) redirect("/no-access");
  const path = (await headers()).get("x-page-path") ?? "/";
  redirect(path === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`);
}

/** Counts the workspace’s messages by form and folder, once for the layout and the page. */
export const readTotals = cache(async () => countMessages((await pageSession()).ctx));

/**
 * Returns the time zone of the session's pages. `isChosen` is false if it's only the browser's, which may not be
 * known yet.
 */
export async function pageTimeZone({ timeZones }: ActiveSession) {
  const chosen = timeZones.own ?? timeZones.workspace;
  if (chosen !== null) return { timeZone: chosen, isChosen: true };
  return { timeZone: await viewerTimeZone(), isChosen: false };
}

/** Returns the signed-in user if their address isn't confirmed, or null. */
export function unconfirmedUser({ account, isVerified }: ActiveSession): UnconfirmedUser | null {
  if (isVerified) return null;
  const isCaptured = settings().email.mode === "capture";
  return { email: account.user.email, emailHref: isCaptured ? "/test-inbox/confirm-email" : null };
}

/** Reads the record that the URL identifies. An unknown, foreign, or malformed ID shows the not-found page. */
export async function readOrNotFound<T>(id: string, read: () => Promise<T>): Promise<T> {
  if (!isId(id)) notFound();
  try {
    return await read();
  } catch (failure) {
    if (failure instanceof AppError && failure.code === "not_found") notFound();
    throw failure;
  }
}

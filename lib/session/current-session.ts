import { cookies, headers } from "next/headers";
import { cache } from "react";
import { type ActiveSession, authenticateSession, endSession } from "#lib/accounts/sessions";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { cookieName, cookieOptions, sealSession, unsealSession } from "#lib/session/cookie";
import { isSameOrigin } from "#lib/session/same-origin";

/** The session of this page request, or null. Read once per request. */
export const findSession = cache(async (): Promise<ActiveSession | null> => {
  const value = (await cookies()).get(cookieName())?.value;
  const sessionId = await unsealSession(value);
  return sessionId ? authenticateSession(sessionId, new Date()) : null;
});

/**
 * The session of an action. Without one the action is refused and leads nowhere: what was typed on its
 * page would be lost on the way.
 *
 * @throws {AppError} session_required
 */
export async function requireSession(): Promise<ActiveSession> {
  const session = await findSession();
  if (!session)
    throw new AppError("session_required", "You are signed out. Sign in, then do this again.");
  return session;
}

/**
 * Refuses an action that was not sent by a page of this service. Next lets actions without an
 * Origin header pass; this does not.
 *
 * @throws {AppError} csrf_rejected
 */
export async function requireSameOrigin(): Promise<void> {
  if (!isSameOrigin(await headers()))
    throw new AppError("csrf_rejected", "This action was not sent from a page of this service.");
}

/**
 * The gate of every dashboard action: same origin first, then the session.
 *
 * @throws {AppError} csrf_rejected, session_required
 */
export async function requireActionContext(): Promise<Context> {
  await requireSameOrigin();
  return (await requireSession()).ctx;
}

/** Puts the cookie of a session that was just created into the answer of an action. */
export async function startSession(sessionId: string): Promise<void> {
  (await cookies()).set(cookieName(), await sealSession(sessionId), cookieOptions());
}

/** Ends the session of this request and takes its cookie away. */
export async function stopSession(): Promise<void> {
  const session = await findSession();
  if (session) await endSession(session.sessionId);
  (await cookies()).set(cookieName(), "", { ...cookieOptions(), maxAge: 0 });
}

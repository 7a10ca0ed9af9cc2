import { cookies, headers } from "next/headers";
import { cache } from "react";
import { callerOf } from "#lib/core/client-address";
import type { Caller, Context } from "#lib/core/context";
import { AppError, sessionRequired } from "#lib/core/errors";
import type { PendingSignIn } from "#lib/domain/accounts/second-factor";
import { type ActiveSession, authenticateSession, endSession } from "#lib/domain/accounts/sessions";
import {
  findLostSession,
  type LostSession,
  switchWorkspace,
} from "#lib/domain/accounts/switch-workspace";
import {
  cookieName,
  cookieOf,
  PENDING,
  seal,
  sealSession,
  unseal,
  unsealSession,
} from "#lib/entry/account/cookie";
import { requireNoBearer, requireSessionRequest } from "#lib/entry/account/session-request";

/** Reads the session ID in this request's cookie, active or not, and the caller. */
async function readCookie(): Promise<{ sessionId: string | null; caller: Caller }> {
  const sent = await headers();
  requireNoBearer(sent);
  const sessionId = await unsealSession((await cookies()).get(cookieName())?.value);
  return { sessionId, caller: callerOf({ headers: sent }, new Date()) };
}

/**
 * Finds the session of this page request, or null. It's read once per request. proxy.ts already
 * rejects tokens; this check covers requests that bypass it.
 *
 * @throws {AppError} bearer_not_allowed
 */
export const findSession = cache(async (): Promise<ActiveSession | null> => {
  const { sessionId, caller } = await readCookie();
  return sessionId ? authenticateSession(sessionId, caller) : null;
});

/** Finds the session of a user who lost access to its workspace, or null. */
export async function findOwnLostSession(): Promise<LostSession | null> {
  const { sessionId, caller } = await readCookie();
  return sessionId ? findLostSession(sessionId, caller) : null;
}

/**
 * Switches the session of a request to another workspace of its user.
 *
 * @throws {AppError} bearer_not_allowed, csrf_rejected, session_required, not_found
 */
export async function switchOwnWorkspace(request: Request, workspaceId: string): Promise<void> {
  requireSessionRequest(request);
  const { sessionId, caller } = await readCookie();
  if (!sessionId) throw sessionRequired();
  await switchWorkspace(sessionId, workspaceId, caller);
}

/**
 * Returns the session of an action. Without one, the action fails instead of redirecting, so that text
 * typed on the page isn't lost.
 *
 * @throws {AppError} session_required
 */
export async function requireSession(): Promise<ActiveSession> {
  const session = await findSession();
  if (!session) throw new AppError("session_required", "You're signed out. Sign in and try again.");
  return session;
}

/**
 * Rejects an action that wasn't sent by a page of this service or that carries a token. Next lets
 * actions without an Origin header pass; this doesn't.
 *
 * @throws {AppError} bearer_not_allowed, csrf_rejected
 */
export async function requireSameOrigin(): Promise<void> {
  requireSessionRequest({ method: "POST", headers: await headers() });
}

/**
 * The gate of every dashboard action: same origin first, then the session.
 *
 * @throws {AppError} bearer_not_allowed, csrf_rejected, session_required
 */
export async function requireActionContext(): Promise<Context> {
  await requireSameOrigin();
  return (await requireSession()).ctx;
}

/**
 * The gate of every route handler of the dashboard.
 *
 * @throws {AppError} bearer_not_allowed, csrf_rejected, session_required
 */
export async function requireRouteSession(request: Request): Promise<ActiveSession> {
  requireSessionRequest(request);
  return requireSession();
}

/** Returns the secret that identifies this browser as known, or null. */
export async function readDevice(): Promise<string | null> {
  return (await cookies()).get(cookieName("device"))?.value || null;
}

/** Sets the cookie of a new session in the response of an action. */
export async function startSession(sessionId: string): Promise<void> {
  (await cookies()).set(cookieOf("session", await sealSession(sessionId)));
}

/** Sets the cookies of a new sign-in in the response of an action. */
export async function startSignedIn(signedIn: {
  sessionId: string;
  device: string;
}): Promise<void> {
  await startSession(signedIn.sessionId);
  (await cookies()).set(cookieOf("device", signedIn.device));
}

/** Stores the first step of signing in until the second one. */
export async function holdSignIn(pending: PendingSignIn): Promise<void> {
  (await cookies()).set(cookieOf("sign-in", await seal(PENDING, pending)));
}

/** Returns the first step of signing in, which may have expired; null if there was none. */
export async function readPendingSignIn(): Promise<PendingSignIn | null> {
  return unseal(PENDING, (await cookies()).get(cookieName("sign-in"))?.value);
}

export async function dropSignIn(): Promise<void> {
  (await cookies()).set(cookieOf("sign-in", "", 0));
}

/** Ends the session of this request, even a lost one, and clears its cookie. */
export async function stopSession(): Promise<void> {
  const { sessionId } = await readCookie();
  if (sessionId) await endSession(sessionId);
  (await cookies()).set(cookieOf("session", "", 0));
}

import { callerOf } from "#lib/core/client-address";
import { log } from "#lib/core/telemetry/log";
import {
  findConnectingSession,
  finishProviderSignIn,
} from "#lib/domain/accounts/providers/finish-sign-in";
import { SignInProblem } from "#lib/domain/accounts/providers/problem";
import {
  findByCode,
  findCode,
  findProvider,
  type Provider,
} from "#lib/domain/accounts/providers/provider";
import type { ProviderFlow } from "#lib/domain/accounts/providers/provider-flow";
import { isProviderRequired } from "#lib/domain/accounts/providers/required";
import { startProviderSignIn } from "#lib/domain/accounts/providers/start-sign-in";
import { endSession } from "#lib/domain/accounts/sessions";
import {
  cookieValue,
  FLOW,
  seal,
  sealSession,
  setCookie,
  unseal,
  unsealSession,
} from "#lib/entry/account/cookie";
import { requireNoBearer, requireSessionRequest } from "#lib/entry/account/session-request";
import { type HttpRequest, HttpResponse, queryOf } from "#lib/entry/http/http-types";

/** Longer paths don't fit into the cookie, so the start page opens instead. */
const MAX_NEXT_CHARACTERS = 500;

function redirectTo(location: string, cookies: readonly string[] = []): HttpResponse {
  return new HttpResponse(303, { Location: location }, null, cookies);
}

/**
 * Returns a provider's error code, if it's a plain word. Nothing else of its response is logged.
 */
function codeOf(cause: Error): string | null {
  const code = "error" in cause ? cause.error : "code" in cause ? cause.code : null;
  return typeof code === "string" && /^\w{1,60}$/.test(code) ? code : null;
}

/**
 * Redirects to the page about a failed sign-in. Neither its URL nor the log contains the person or the provider's
 * response.
 */
function respondProblem(failure: unknown, code: string | null): HttpResponse {
  if (!(failure instanceof SignInProblem)) throw failure;
  const { reason, cause } = failure;
  if (reason === "provider_failed" && cause instanceof Error) {
    const why = { error: cause.name, code: codeOf(cause), message: cause.message };
    log().warn({ why }, "a sign-in with a provider failed");
  }
  const query = new URLSearchParams({ reason, ...(code && { code }) });
  return redirectTo(`/sign-in/problem?${query}`, [setCookie("provider", "", 0)]);
}

async function requireProvider(code: string | null): Promise<Provider> {
  if (code !== null && isProviderRequired()) throw new SignInProblem("provider_required");
  const found = code === null ? null : await findByCode(code);
  const isUnknown = code !== null && found === null;
  const provider = isUnknown ? null : await findProvider(found?.workspaceId ?? null);
  if (!provider) throw new SignInProblem("unknown");
  return provider;
}

/** Finds the session to connect a provider to. Only a page of this service can request that. */
async function findConnects(request: HttpRequest): Promise<ProviderFlow["connects"]> {
  const connect = queryOf(request).get("connect");
  if (connect === null) return null;
  requireSessionRequest(request);
  const sessionId = await unsealSession(cookieValue(request.headers.get("cookie")));
  if (!sessionId || !(await findConnectingSession(sessionId, new Date()))) return null;
  return { sessionId, stays: connect === "stay" };
}

/** Secrets of invitations are shorter. A longer text doesn't fit into the cookie. */
const readInvitation = (secret: string | null) => secret?.slice(0, 100) ?? null;

/**
 * Starts a sign-in. `?code=` selects a workspace's provider, otherwise it's the installation's; `?connect=` connects
 * it to the account of the session, which `stay`s or is replaced by one of the provider's; `?fresh` makes people
 * prove who they are again; someone new accepts `?invitation=`.
 *
 * @param next - the page of this service to open then
 * @throws {AppError} bearer_not_allowed, csrf_rejected
 */
export async function serveProviderStart(
  request: HttpRequest,
  next: string,
): Promise<HttpResponse> {
  requireNoBearer(request.headers);
  const query = queryOf(request);
  const code = query.get("code");
  try {
    const provider = await requireProvider(code);
    const start = {
      next: next.length > MAX_NEXT_CHARACTERS ? "/" : next,
      connects: await findConnects(request),
      isFresh: query.has("fresh"),
      invitation: readInvitation(query.get("invitation")),
    };
    const caller = callerOf(request, new Date());
    const { url, flow } = await startProviderSignIn(provider, start, caller);
    return redirectTo(url, [setCookie("provider", await seal(FLOW, flow))]);
  } catch (failure) {
    return respondProblem(failure, code);
  }
}

/**
 * Serves the callback of a provider. The request comes from another site, so the sealed cookie and its state prove
 * that this browser began the sign-in.
 *
 * @param workspaceId - whose provider it is; null for the installation's
 * @throws {AppError} bearer_not_allowed
 */
export async function serveProviderCallback(
  request: HttpRequest,
  workspaceId: string | null,
): Promise<HttpResponse> {
  requireNoBearer(request.headers);
  const cookies = request.headers.get("cookie");
  const flow = await unseal(FLOW, cookieValue(cookies, "provider"));
  const caller = callerOf(request, new Date());
  const sessionId = await unsealSession(cookieValue(cookies));
  const device = cookieValue(cookies, "device") || null;
  const search = `?${queryOf(request)}`;
  try {
    const returned = { workspaceId, search, flow, sessionId, device };
    const signedIn = await finishProviderSignIn(returned, caller);
    const set = [setCookie("provider", "", 0)];
    if (signedIn.sessionId !== null) {
      set.push(setCookie("session", await sealSession(signedIn.sessionId)));
      // The cookie no longer has the old session, so nothing else could end it.
      if (sessionId !== null) await endSession(sessionId);
    }
    if (signedIn.device !== null) set.push(setCookie("device", signedIn.device));
    return redirectTo(signedIn.next ?? flow?.next ?? "/", set);
  } catch (failure) {
    return respondProblem(failure, workspaceId && (await findCode(workspaceId)));
  }
}

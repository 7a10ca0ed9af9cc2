import { callerOf } from "#lib/core/client-address";
import { sessionRequired } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { type ActiveSession, authenticateSession } from "#lib/domain/accounts/sessions";
import { accountEndpoints } from "#lib/entry/account/contract";
import { cookieValue, unsealSession } from "#lib/entry/account/cookie";
import { requireSessionRequest } from "#lib/entry/account/session-request";
import type { Handler } from "#lib/entry/http/handler";
import { pathOf } from "#lib/entry/http/http-types";
import { readInput } from "#lib/entry/http/read-input";
import { RequestLog, serveApi } from "#lib/entry/http/request-log";
import { toResponse } from "#lib/entry/http/respond";
import type { AccountEndpoint } from "#lib/entry/management/endpoint";
import { pathFinder, requireEndpoint } from "#lib/entry/management/router";

const findAccount = pathFinder(accountEndpoints);

type RunAccount = Extract<AccountEndpoint, { access: "anyone" }>["run"];

/** @throws {AppError} session_required */
function requireAccess(endpoint: AccountEndpoint, session: ActiveSession | null): RunAccount {
  if (endpoint.access === "anyone") return endpoint.run;
  if (!session) throw sessionRequired();
  return (input) => endpoint.run(session, input);
}

/**
 * Serves the session's endpoints under `/api`, and unknown addresses there. Bearer, CSRF, and session are
 * checked first.
 */
export const serveAccount: Handler = async (request) => {
  const { here, params } = findAccount(pathOf(request));
  const entry = new RequestLog(newId(), request.method, here[0]?.path ?? "/api/*");
  const run = async () => {
    const endpoint = requireEndpoint(here, request);
    requireSessionRequest(request);
    const caller = callerOf(request, new Date());
    const cookies = request.headers.get("cookie");
    const sessionId = await unsealSession(cookieValue(cookies));
    const session = sessionId ? await authenticateSession(sessionId, caller) : null;
    const runFor = requireAccess(endpoint, session);
    entry.workspaceId = session?.ctx.workspaceId;
    const { body, query } = await readInput(endpoint, request);
    const device = cookieValue(cookies, "device") || null;
    return toResponse(await runFor({ params, body, query, caller, device }), 200);
  };
  return serveApi(run, entry);
};

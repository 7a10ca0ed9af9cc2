import { authenticateSession } from "#lib/accounts/sessions";
import { AppError, notFound } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import type { AccountEndpoint } from "#lib/http/account-endpoint";
import { clientAddress, limitedAddress } from "#lib/http/client-address";
import { parseBody, parseQuery } from "#lib/http/parse";
import { RequestLog } from "#lib/http/request-log";
import { errorResponse, finish, toAppError, toResponse } from "#lib/http/respond";
import type { Served } from "#lib/http/serve-endpoint";
import { cookieValue, unsealSession } from "#lib/session/cookie";
import { requireSessionRequest } from "#lib/session/session-request";

/** CONTRACT section 6: checked in the order bearer, CSRF, session. */
async function answer(
  endpoint: AccountEndpoint,
  request: Request,
  served: Served,
  entry: RequestLog,
): Promise<Response> {
  const { headers } = request;
  requireSessionRequest(request);
  const now = new Date();
  const sessionId = await unsealSession(cookieValue(headers.get("cookie")));
  const session = sessionId ? await authenticateSession(sessionId, now) : null;
  if (endpoint.access === "session" && !session)
    throw new AppError("session_required", "Sign in to continue.");
  entry.workspaceId = session?.ctx.workspaceId;
  const input = {
    params: served.params,
    body: request.method === "GET" ? undefined : await parseBody(endpoint, request),
    query: endpoint.query
      ? parseQuery(endpoint.query, new URL(request.url).searchParams)
      : undefined,
    caller: {
      address: limitedAddress(clientAddress(request)),
      userAgent: headers.get("user-agent"),
      now,
    },
  };
  if (endpoint.access === "anyone") return toResponse(await endpoint.run(input));
  if (!session) throw new AppError("session_required", "Sign in to continue.");
  return toResponse(await endpoint.run(session, input));
}

/** The pipeline of the session-only JSON endpoints, for one path with all its methods. */
export async function serveAccountEndpoints(
  endpoints: readonly AccountEndpoint[],
  request: Request,
  served: Served,
): Promise<Response> {
  const requestId = newId();
  const entry = new RequestLog(requestId, request.method, endpoints[0]?.path ?? "/api/*");
  const allowed = endpoints.map(({ method }) => method);
  let response: Response;
  try {
    const endpoint = endpoints.find(({ method }) => method === request.method);
    if (allowed.length === 0) throw notFound();
    if (!endpoint) throw new AppError("method_not_allowed", `Use ${allowed.join(" or ")} here.`);
    response = await answer(endpoint, request, served, entry);
  } catch (failure) {
    const error = toAppError(failure, requestId);
    response = errorResponse(error, requestId);
    if (error.code === "method_not_allowed") response.headers.set("Allow", allowed.join(", "));
  }
  entry.write(response.status);
  return finish(response, requestId);
}

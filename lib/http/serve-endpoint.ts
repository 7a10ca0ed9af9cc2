import { triggerDrain } from "#lib/clients/drain-trigger";
import { AppError, notFound } from "#lib/core/errors";
import { isId, newId } from "#lib/core/ids";
import { clientAddress, limitedAddress } from "#lib/http/client-address";
import type { Endpoint } from "#lib/http/endpoint";
import { parseBody, parseQuery } from "#lib/http/parse";
import { ManagementLimits } from "#lib/http/rate-limits";
import { RequestLog } from "#lib/http/request-log";
import { errorResponse, finish, toAppError, toResponse } from "#lib/http/respond";
import { isOwnHost } from "#lib/session/session-request";
import { authenticateToken } from "#lib/tokens/authenticate-token";

/** Runs work after the answer has left: `after` under Next, a plain promise elsewhere. */
export type Defer = (work: () => Promise<void>) => void;

/** What a route knows of a request besides the request: path parameters, and how to defer. */
export type Served = { params: Readonly<Record<string, string>>; defer: Defer };

/** CONTRACT section 2, step 2: a management request comes from a server, straight to this host. */
function refuseForeignHeaders(request: Request): void {
  const { headers } = request;
  if (headers.has("x-service-proxy-key"))
    throw new AppError(
      "proxy_key_not_allowed",
      "Send the request directly to the API, without the x-service-proxy-key header.",
    );
  if (headers.has("cookie"))
    throw new AppError("cookie_not_allowed", "API requests must not include a Cookie header.");
  if (headers.has("origin"))
    throw new AppError(
      "origin_not_allowed",
      "API requests must not include an Origin header. Call the API from a server, not a browser.",
    );
  if (!isOwnHost(headers.get("host")))
    throw new AppError("wrong_api_origin", "This host doesn't serve the API.");
}

function notAllowed(allowed: readonly string[]): AppError {
  return new AppError("method_not_allowed", `Use ${allowed.join(" or ")} here.`);
}

type Call = { request: Request; served: Served; limits: ManagementLimits; entry: RequestLog };

async function answer(endpoint: Endpoint, call: Call): Promise<Response> {
  const { request, served, limits, entry } = call;
  await limits.count("ip", limitedAddress(clientAddress(request)));
  const { ctx, token, touch } = await authenticateToken(
    request.headers.get("authorization"),
    new Date(),
  );
  entry.workspaceId = ctx.workspaceId;
  await limits.count("token", token.id);
  await limits.count("workspace", ctx.workspaceId);
  if (touch) served.defer(touch);
  if (endpoint.scope !== null && !token.scopes.includes(endpoint.scope))
    throw new AppError(
      "insufficient_scope",
      `This token doesn't have the ${endpoint.scope} scope.`,
    );
  const body = request.method === "GET" ? undefined : await parseBody(endpoint, request);
  const query = endpoint.query
    ? parseQuery(endpoint.query, new URL(request.url).searchParams)
    : undefined;
  if (!Object.values(served.params).every(isId)) throw notFound();
  const reply = await endpoint.run(ctx, { params: served.params, query, body, token });
  if (endpoint.queues) served.defer(triggerDrain);
  return toResponse(reply);
}

/**
 * The pipeline of CONTRACT section 2, for one path with all its methods.
 *
 * @param endpoints - the endpoints of this path; none for an unknown path
 */
export async function serveEndpoints(
  endpoints: readonly Endpoint[],
  request: Request,
  served: Served,
): Promise<Response> {
  const requestId = newId();
  const entry = new RequestLog(requestId, request.method, endpoints[0]?.path ?? "/v1/*");
  const limits = new ManagementLimits();
  const allowed = endpoints.map((endpoint) => endpoint.method);
  let response: Response;
  try {
    refuseForeignHeaders(request);
    if (endpoints.length === 0) throw notFound();
    const endpoint = endpoints.find(({ method }) => method === request.method);
    if (!endpoint) throw notAllowed(allowed);
    response = await answer(endpoint, { request, served, limits, entry });
  } catch (failure) {
    const error = toAppError(failure, requestId);
    response = errorResponse(error, requestId);
    if (error.code === "method_not_allowed") response.headers.set("Allow", allowed.join(", "));
  }
  for (const [name, value] of Object.entries(limits.headers())) response.headers.set(name, value);
  entry.write(response.status);
  return finish(response, requestId);
}

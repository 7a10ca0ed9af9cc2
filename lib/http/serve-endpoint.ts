import type { z } from "zod";
import { authenticateSession } from "#lib/accounts/sessions";
import { triggerDrain } from "#lib/clients/drain-trigger";
import { consume, type RateLimitResult } from "#lib/clients/limiter";
import { countOf } from "#lib/core/count";
import { AppError, notFound, sessionRequired } from "#lib/core/errors";
import { isId, newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings";
import { clientAddress, limitedAddress } from "#lib/http/client-address";
import type { AccountEndpoint, Endpoint } from "#lib/http/endpoint";
import { type HttpRequest, type HttpResponse, queryOf } from "#lib/http/message";
import { parseBody, parseQuery } from "#lib/http/parse";
import { toResponse } from "#lib/http/respond";
import { MethodNotAllowed, RequestLog, serveApi } from "#lib/http/serve-api";
import { cookieValue, unsealSession } from "#lib/session/cookie";
import { isOwnHost, requireSessionRequest } from "#lib/session/session-request";
import { authenticateToken } from "#lib/tokens/authenticate-token";

const WINDOW_SECONDS = 60;

/** The rate limits that one management request was counted against. */
export class ManagementLimits {
  private readonly counted: { name: string; allowance: RateLimitResult }[] = [];

  /** @throws {AppError} rate_limited */
  async count(name: "ip" | "token" | "workspace", key: string): Promise<void> {
    const limit = settings().managementRateLimit;
    const allowance = await consume({
      name: `management-${name}`,
      key,
      limit,
      windowSeconds: WINDOW_SECONDS,
    });
    this.counted.push({ name, allowance });
    if (!allowance.isAllowed)
      throw new AppError(
        "rate_limited",
        `Too many requests: the limit is ${countOf(limit, "request")} per minute for each ${name === "ip" ? "IP address" : name}. Try again in ${countOf(allowance.resetSeconds, "second")}.`,
        { retryAfterSeconds: allowance.resetSeconds },
      );
  }

  /** `RateLimit-Policy` and `RateLimit` (IETF draft); the latter names the tightest bucket. */
  headers(): Record<string, string> {
    const [tightest] = this.counted.toSorted(
      (a, b) => a.allowance.remaining - b.allowance.remaining,
    );
    if (!tightest) return {};
    const policy = this.counted.map(
      ({ name, allowance }) => `"${name}";q=${allowance.limit};w=${WINDOW_SECONDS}`,
    );
    const { remaining, resetSeconds } = tightest.allowance;
    return {
      "RateLimit-Policy": policy.join(", "),
      RateLimit: `"${tightest.name}";r=${remaining};t=${resetSeconds}`,
    };
  }
}

/** Runs work after the response: `after` under Next, the connection's `close` event elsewhere. */
export type Defer = (work: () => Promise<void>) => void;

/** What a handler gets besides the request: path parameters, and how to defer work. */
export type HandlerContext = { params: Readonly<Record<string, string>>; defer: Defer };

/** A management request comes from a server, straight to this host. */
function rejectForeignHeaders({ headers }: HttpRequest): void {
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

/** @throws {AppError} not_found for an unknown path, method_not_allowed for another method */
function requireEndpoint<E extends { method: string }>(
  endpoints: readonly E[],
  request: HttpRequest,
) {
  if (endpoints.length === 0) throw notFound();
  const endpoint = endpoints.find(({ method }) => method === request.method);
  if (!endpoint) throw new MethodNotAllowed(endpoints.map(({ method }) => method));
  return endpoint;
}

type Input = { query?: z.ZodObject; body?: z.ZodType; isBodyOptional?: boolean };

async function readInput(endpoint: Input, request: HttpRequest) {
  const body = request.method === "GET" ? undefined : await parseBody(endpoint, request);
  const query = endpoint.query ? parseQuery(endpoint.query, queryOf(request)) : undefined;
  return { body, query };
}

/**
 * Serves the management API at one path, with all its methods. The order of the checks is public:
 * headers, path and method, address limit, token, token and workspace limits, scope, body.
 *
 * @param endpoints - the endpoints of this path; none for an unknown path
 */
export async function serveEndpoints(
  endpoints: readonly Endpoint[],
  request: HttpRequest,
  { params, defer }: HandlerContext,
): Promise<HttpResponse> {
  const limits = new ManagementLimits();
  const entry = new RequestLog(newId(), request.method, endpoints[0]?.path ?? "/v1/*");
  const run = async () => {
    rejectForeignHeaders(request);
    const endpoint = requireEndpoint(endpoints, request);
    await limits.count("ip", limitedAddress(clientAddress(request)));
    const authorization = request.headers.get("authorization");
    const { ctx, token, touch } = await authenticateToken(authorization, new Date());
    entry.workspaceId = ctx.workspaceId;
    await limits.count("token", token.id);
    await limits.count("workspace", ctx.workspaceId);
    if (touch) defer(touch);
    if (endpoint.scope !== null && !token.scopes.includes(endpoint.scope))
      throw new AppError(
        "insufficient_scope",
        `This token doesn't have the ${endpoint.scope} scope.`,
      );
    const input = await readInput(endpoint, request);
    if (!Object.values(params).every(isId)) throw notFound();
    const reply = await endpoint.run(ctx, { params, token, query: input.query, body: input.body });
    if (endpoint.queues) defer(triggerDrain);
    return toResponse(reply, Number(Object.keys(endpoint.responses)[0]));
  };
  const response = await serveApi(run, entry);
  Object.assign(response.headers, limits.headers());
  return response;
}

/** Like {@link serveEndpoints}, for the session's endpoints: bearer, CSRF and session are checked first. */
export async function serveAccountEndpoints(
  endpoints: readonly AccountEndpoint[],
  request: HttpRequest,
  { params }: HandlerContext,
): Promise<HttpResponse> {
  const entry = new RequestLog(newId(), request.method, endpoints[0]?.path ?? "/api/*");
  const run = async () => {
    const endpoint = requireEndpoint(endpoints, request);
    requireSessionRequest(request);
    const now = new Date();
    const sessionId = await unsealSession(cookieValue(request.headers.get("cookie")));
    const session = sessionId ? await authenticateSession(sessionId, now) : null;
    if (endpoint.access === "session" && !session) throw sessionRequired();
    entry.workspaceId = session?.ctx.workspaceId;
    const { body, query } = await readInput(endpoint, request);
    const address = limitedAddress(clientAddress(request));
    const caller = { address, userAgent: request.headers.get("user-agent"), now };
    const input = { params, body, query, caller };
    if (endpoint.access === "anyone") return toResponse(await endpoint.run(input), 200);
    if (!session) throw sessionRequired();
    return toResponse(await endpoint.run(session, input), 200);
  };
  return serveApi(run, entry);
}

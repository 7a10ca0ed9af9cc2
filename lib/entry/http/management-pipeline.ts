import { consume, type RateLimitResult } from "#lib/adapters/limiter/limiter";
import { callerOf } from "#lib/core/client-address";
import type { Context } from "#lib/core/context";
import { countOf } from "#lib/core/count";
import { AppError, notFound } from "#lib/core/errors";
import { isId, newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { triggerDrain } from "#lib/domain/deliveries/drain-trigger";
import { authenticateToken } from "#lib/domain/tokens/authenticate-token";
import type { Token } from "#lib/domain/tokens/schema";
import { isOwnHost } from "#lib/entry/account/session-request";
import type { Defer, HttpRequest, HttpResponse } from "#lib/entry/http/http-types";
import { RequestLog, serveApi } from "#lib/entry/http/request-log";
import { toResponse } from "#lib/entry/http/respond";
import type { Endpoint } from "#lib/entry/management/endpoint";

const WINDOW_SECONDS = 60;

class ManagementLimits {
  private readonly counted: { name: string; allowance: RateLimitResult }[] = [];

  private readonly bucket: string;

  /** @param bucket - what is counted together, apart from everything else */
  constructor(bucket: string) {
    this.bucket = bucket;
  }

  /** @throws {AppError} rate_limited */
  async count(name: "ip" | "token" | "workspace", key: string): Promise<void> {
    const limit = settings().managementRateLimit;
    const allowance = await consume({
      name: `${this.bucket}-${name}`,
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

/** The caller of the management API, and the data that serving the call needs. */
export type ApiCaller = { ctx: Context; token: Token; entry: RequestLog; defer: Defer };

/**
 * Serves one request of the management API. The order of the checks is public: headers, path and method,
 * address limit, token, token and workspace limits, then what `respond` checks.
 *
 * @param route - for the log
 * @param bucket - the rate limit that it counts against
 * @param find - finds what serves the request; throws not_found or method_not_allowed
 */
export async function serveAuthenticated<Found>(
  request: HttpRequest,
  { route, defer, bucket = "management" }: { route: string; defer: Defer; bucket?: string },
  find: () => Found,
  respond: (caller: ApiCaller, found: Found) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const limits = new ManagementLimits(bucket);
  const entry = new RequestLog(newId(), request.method, route);
  const run = async () => {
    rejectForeignHeaders(request);
    const found = find();
    const caller = callerOf(request, new Date());
    await limits.count("ip", caller.network);
    const authorization = request.headers.get("authorization");
    const { ctx, token, touch } = await authenticateToken(authorization, caller);
    entry.workspaceId = ctx.workspaceId;
    await limits.count("token", token.id);
    await limits.count("workspace", ctx.workspaceId);
    if (touch) defer(touch);
    return respond({ ctx, token, entry, defer }, found);
  };
  const response = await serveApi(run, entry);
  Object.assign(response.headers, limits.headers());
  return response;
}

/** The input of an endpoint; `params` are as given in the path. */
type GivenInput = {
  params: Readonly<Record<string, string>>;
  query: Record<string, unknown> | undefined;
  body: unknown;
};

/**
 * Runs an endpoint for a caller: scope, input, IDs, verb.
 *
 * @throws {AppError} insufficient_scope, what `readInput` throws, not_found, and what the verb throws
 */
export async function runEndpoint(
  endpoint: Endpoint,
  { ctx, token, defer }: ApiCaller,
  readInput: () => GivenInput | Promise<GivenInput>,
): Promise<HttpResponse> {
  if (endpoint.scope !== null && !token.scopes.includes(endpoint.scope))
    throw new AppError(
      "insufficient_scope",
      `This token doesn't have the ${endpoint.scope} scope.`,
    );
  const { params, query, body } = await readInput();
  if (!Object.values(params).every(isId)) throw notFound();
  const reply = await endpoint.run(ctx, { params, token, query, body });
  if (endpoint.queues) defer(triggerDrain);
  return toResponse(reply, Number(Object.keys(endpoint.responses)[0]));
}

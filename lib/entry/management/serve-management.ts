import { callerOf } from "#lib/core/client-address";
import type { Context } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { isId, newId } from "#lib/core/ids";
import { authenticateToken } from "#lib/domain/tokens/authenticate-token";
import type { Token } from "#lib/domain/tokens/schema";
import type { Handler } from "#lib/entry/http/handler";
import {
  type Defer,
  type HttpRequest,
  type HttpResponse,
  pathOf,
} from "#lib/entry/http/http-types";
import { explainAddress, isOwnHost } from "#lib/entry/http/own-address";
import { readInput } from "#lib/entry/http/read-input";
import { RequestLog, serveApi } from "#lib/entry/http/request-log";
import { toResponse } from "#lib/entry/http/respond";
import { endpoints } from "#lib/entry/management/contracts/index";
import type { Endpoint } from "#lib/entry/management/endpoint";
import { ManagementLimits } from "#lib/entry/management/management-limits";
import { pathFinder, requireEndpoint } from "#lib/entry/management/router";

const findEndpoints = pathFinder(endpoints);

/**
 * Serves every path under `/v1`, including unknown ones. The order of the checks is public: headers, path and
 * method, address limit, token, token and workspace limits, scope, input, IDs.
 */
export const serveManagement: Handler = async (request, defer) => {
  const { here, params } = findEndpoints(pathOf(request));
  const entry = new RequestLog(newId(), request.method, here[0]?.path ?? "/v1/*");
  const limits = new ManagementLimits(here[0]?.hasOwnBucket ? "hooks" : "management");
  const response = await serveApi(async () => {
    rejectForeignHeaders(request);
    const endpoint = requireEndpoint(here, request);
    const caller = await authenticate(request, { limits, entry, defer });
    requireScope(endpoint, caller);
    return runEndpoint(endpoint, caller, { params, ...(await readInput(endpoint, request)) });
  }, entry);
  limits.addHeaders(response);
  return response;
};

/**
 * Rejects headers that only browsers and proxies send: a management request comes from a server,
 * directly to this host.
 *
 * @param isAllowedOrigin - whether requests of a web page pass; none do by default
 * @throws {AppError} proxy_key_not_allowed, cookie_not_allowed, origin_not_allowed, wrong_api_origin
 */
export function rejectForeignHeaders(
  { headers }: HttpRequest,
  isAllowedOrigin: (origin: string) => boolean = () => false,
): void {
  const origin = headers.get("origin");
  if (headers.has("x-service-proxy-key"))
    throw new AppError(
      "proxy_key_not_allowed",
      "Send the request directly to the API, without the x-service-proxy-key header.",
    );
  if (headers.has("cookie"))
    throw new AppError("cookie_not_allowed", "API requests must not include a Cookie header.");
  if (origin !== null && !isAllowedOrigin(origin))
    throw new AppError(
      "origin_not_allowed",
      "API requests must not include an Origin header. Call the API from a server, not a browser.",
    );
  if (!isOwnHost(headers.get("host")))
    throw new AppError(
      "wrong_api_origin",
      explainAddress(headers) ?? "This host doesn't serve the API.",
    );
}

/** The caller of the management API, and the log line of the call. */
export type ApiCaller = { ctx: Context; token: Token; entry: RequestLog };

type Call = {
  limits: ManagementLimits;
  entry: RequestLog;
  defer: Defer;
  /** The function that checks the token. */
  gate?: typeof authenticateToken;
};

/**
 * Authenticates the caller by its bearer token, after checking all limits.
 *
 * @throws {AppError} rate_limited, token_missing, and what {@link authenticateToken} throws
 */
export async function authenticate(
  request: HttpRequest,
  { limits, entry, defer, gate = authenticateToken }: Call,
): Promise<ApiCaller> {
  const caller = callerOf(request, new Date());
  await limits.count("ip", caller.network);
  const authorization = request.headers.get("authorization");
  const { ctx, token, touch } = await gate(authorization, caller);
  entry.workspaceId = ctx.workspaceId;
  await limits.count("token", token.id);
  await limits.count("workspace", ctx.workspaceId);
  if (touch) defer(touch);
  return { ctx, token, entry };
}

/** @throws {AppError} insufficient_scope */
export function requireScope({ scope }: Endpoint, { token }: ApiCaller): void {
  if (scope !== null && !token.scopes.includes(scope))
    throw new AppError("insufficient_scope", `This token doesn't have the ${scope} scope.`);
}

/** The input of an endpoint; `params` are as given in the path. */
type GivenInput = {
  params: Readonly<Record<string, string>>;
  query: Record<string, unknown> | undefined;
  body: unknown;
};

/**
 * Runs an endpoint for a caller that may use it.
 *
 * @throws {AppError} not_found for anything but IDs in the path, and what the verb throws
 */
export async function runEndpoint(
  { run, status = 200 }: Endpoint,
  { ctx, token }: ApiCaller,
  { params, query, body }: GivenInput,
): Promise<HttpResponse> {
  if (!Object.values(params).every(isId)) throw notFound();
  return toResponse(await run(ctx, { params, token, query, body }), status);
}

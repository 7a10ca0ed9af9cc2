import { z } from "zod";
import { notFound } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { isLoopbackHost } from "#lib/core/settings/setting-shapes";
import { authenticateApp } from "#lib/domain/grants/authenticate-app";
import type { Handler } from "#lib/entry/http/handler";
import { type HttpRequest, pathOf } from "#lib/entry/http/http-types";
import { parseBody } from "#lib/entry/http/parse";
import { RequestLog, requireMethod, serveApi } from "#lib/entry/http/request-log";
import { ManagementLimits } from "#lib/entry/management/management-limits";
import { authenticate, rejectForeignHeaders } from "#lib/entry/management/serve-management";
import { bearerChallenge } from "#lib/entry/oauth/metadata";
import { CORS, preflightResponse } from "#lib/entry/oauth/oauth-response";

/**
 * One JSON-RPC message. Batches are rejected, because the rate limits would count their calls as
 * one request.
 */
const Message = z.looseObject({ jsonrpc: z.literal("2.0", 'must be "2.0"') });

/**
 * Clients may run in a web page of any site: a request only has the rights of the token that it carries, cookies are
 * rejected, and so is another `Host`, as DNS rebinding would send. The origin must be one that a page can have, over
 * HTTPS or on this computer, so not `null`.
 */
function isWebOrigin(origin: string): boolean {
  const url = URL.parse(origin);
  if (url?.origin !== origin) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname));
}

const EXPOSED = "WWW-Authenticate, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy";

/** Lets the page that sent a request read the response. */
function addCors({ headers: sent }: HttpRequest, headers: Record<string, string>): void {
  if (isWebOrigin(sent.get("origin") ?? ""))
    Object.assign(headers, CORS, { "Access-Control-Expose-Headers": EXPOSED });
}

/**
 * Serves `/mcp`: the management API as tools, by the Model Context Protocol over Streamable HTTP, without
 * sessions. A request passes the same checks as one to `/v1` and is counted with those. Connected apps have access tokens that work only here. The SDK is loaded
 * by the first request that passes them: it takes 25 MB.
 */
export const serveMcp: Handler = async (request, defer) => {
  const entry = new RequestLog(newId(), request.method, "/mcp");
  const limits = new ManagementLimits("management");
  const response = await serveApi(async () => {
    rejectForeignHeaders(request, isWebOrigin);
    if (pathOf(request) !== "/mcp") throw notFound();
    const isPreflight = request.headers.has("access-control-request-method");
    if (request.method === "OPTIONS" && isPreflight) return preflightResponse(["POST"]);
    requireMethod(request, "POST");
    const caller = await authenticate(request, { limits, entry, defer, gate: authenticateApp });
    const message = await parseBody({ body: Message }, request);
    const { respondToMessage } = await import("#lib/entry/mcp/tool-server");
    return respondToMessage(request.headers, message, caller);
  }, entry);
  limits.addHeaders(response);
  addCors(request, response.headers);
  // The URL where clients find out how to get a token (RFC 9728).
  if (response.headers["WWW-Authenticate"] === "Bearer")
    response.headers["WWW-Authenticate"] = bearerChallenge(request.headers.has("authorization"));
  return response;
};

import { AppError } from "#lib/core/errors";
import { OAuthFailure } from "#lib/domain/grants/oauth-failure";
import { type HttpRequest, HttpResponse } from "#lib/entry/http/http-types";
import { MethodNotAllowed, type RequestLog, serveApi } from "#lib/entry/http/request-log";
import { jsonResponse, toAppError } from "#lib/entry/http/respond";

/**
 * Clients that run in a web page may read these responses, because they don't depend on cookies.
 */
export const CORS = { "Access-Control-Allow-Origin": "*" };

/** Responds to a browser's question whether a page of any site may send a request. */
export function preflightResponse(methods: readonly string[]): HttpResponse {
  return new HttpResponse(204, {
    ...CORS,
    "Access-Control-Allow-Methods": [...methods, "OPTIONS"].join(", "),
    "Access-Control-Allow-Headers":
      "authorization, content-type, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id",
    "Access-Control-Max-Age": "86400",
  });
}

/** OAuth's codes for the errors of this service; all others are invalid requests. */
const CODES: Readonly<Record<string, OAuthFailure["code"]>> = {
  rate_limited: "too_many_requests",
  method_not_allowed: "method_not_allowed",
  service_unavailable: "temporarily_unavailable",
  internal_error: "server_error",
};

function toOAuthFailure(failure: unknown, requestId: string): OAuthFailure {
  if (failure instanceof OAuthFailure) return failure;
  const { code, message, status, retryAfterSeconds } = toAppError(failure, requestId);
  const isOwnStatus = code in CODES || status === 413 || status === 415;
  return new OAuthFailure(CODES[code] ?? "invalid_request", message, {
    status: isOwnStatus ? status : 400,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

/** Converts a message to a description: RFC 6749 allows only ASCII without quotes. */
function toDescription(message: string): string {
  return message
    .replaceAll(/[“”"]/g, "'")
    .replaceAll("’", "'")
    .replaceAll(/[^\x20-\x7e]|\\/g, "?");
}

function failureResponse(failure: unknown, requestId: string): HttpResponse {
  const { code, message, status, retryAfterSeconds } = toOAuthFailure(failure, requestId);
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined)
    headers["Retry-After"] = String(Math.max(1, Math.ceil(retryAfterSeconds)));
  if (failure instanceof MethodNotAllowed) headers.Allow = failure.allowed.join(", ");
  return jsonResponse(status, { error: code, error_description: toDescription(message) }, headers);
}

/** Serves one OAuth request: failures have OAuth's format, and pages of any site may read the response. */
export function serveOAuth(
  request: HttpRequest,
  methods: readonly string[],
  entry: RequestLog,
  work: () => Promise<HttpResponse> | HttpResponse,
): Promise<HttpResponse> {
  return serveApi(async () => {
    if (request.method === "OPTIONS") return preflightResponse(methods);
    const response = await respond(methods, request, entry, work);
    Object.assign(response.headers, CORS);
    return response;
  }, entry);
}

async function respond(
  methods: readonly string[],
  { method }: HttpRequest,
  { requestId }: RequestLog,
  work: () => Promise<HttpResponse> | HttpResponse,
): Promise<HttpResponse> {
  try {
    if (!methods.includes(method)) throw new MethodNotAllowed(methods);
    return await work();
  } catch (failure) {
    return failureResponse(failure, requestId);
  }
}

/** Returns whether a failure is about a body that a schema rejects. */
export function isInvalidInput(failure: unknown): failure is AppError {
  return failure instanceof AppError && failure.code === "validation_failed";
}

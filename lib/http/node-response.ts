import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings";
import { BODY_LENGTH_HEADER } from "#lib/http/attachment-response";
import { isFormScript } from "#lib/http/form-script";
import { pageRoute } from "#lib/http/page-routes";
import { FALLBACK_POLICY, securityHeaders } from "#lib/http/security-headers";
import { RequestLog } from "#lib/http/serve-api";
import { isPageUnavailable } from "#lib/http/unavailable-pages";

const PAGE_RETRY_SECONDS = 5;

type HeaderArgument = OutgoingHttpHeaders | readonly (string | number | string[])[] | undefined;

function applyHeaders(response: ServerResponse, headers: HeaderArgument): void {
  if (Array.isArray(headers)) {
    const pairs = Array.isArray(headers[0])
      ? headers
      : headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : []));
    for (const [name] of pairs) response.removeHeader(String(name));
    for (const [name, value] of pairs) response.appendHeader(String(name), value);
    return;
  }
  for (const [name, value] of Object.entries(headers ?? {}))
    if (value !== undefined) response.setHeader(name, value);
}

/** Content-hashed files, and the form script that other websites load. */
function isCacheable({ url = "" }: IncomingMessage, status: number): boolean {
  return status < 400 && (url.startsWith("/_next/static/") || isFormScript(url));
}

/** The framework drops `Content-Length`: see BODY_LENGTH_HEADER. */
function restoreLength(response: ServerResponse): void {
  const length = response.getHeader(BODY_LENGTH_HEADER);
  if (length === undefined) return;
  response.removeHeader(BODY_LENGTH_HEADER);
  response.setHeader("Content-Length", String(length));
}

function addSecurityHeaders(response: ServerResponse): void {
  for (const [name, value] of securityHeaders(settings().isSecure))
    if (!response.hasHeader(name)) response.setHeader(name, value);
  const isHtml = String(response.getHeader("Content-Type")).startsWith("text/html");
  if (isHtml && !response.hasHeader("Content-Security-Policy"))
    response.setHeader("Content-Security-Policy", FALLBACK_POLICY);
}

/** A page that failed because the database is away can be had later: 503 instead of 500. */
function reportUnavailable(response: ServerResponse, status: number): number {
  if (status !== 500 || !isPageUnavailable(String(response.getHeader("X-Request-Id"))))
    return status;
  response.setHeader("Retry-After", String(PAGE_RETRY_SECONDS));
  return 503;
}

/**
 * Gives every response its security headers, an `X-Request-Id`, and `Cache-Control: no-store` unless it's
 * a file to cache.
 */
export function guaranteeHeaders(request: IncomingMessage, response: ServerResponse): void {
  const writeHead: (status: number, reason?: string) => ServerResponse =
    response.writeHead.bind(response);
  response.writeHead = (given: number, ...rest: unknown[]) => {
    const reason = typeof rest[0] === "string" ? rest[0] : undefined;
    applyHeaders(response, (reason === undefined ? rest[0] : rest[1]) as HeaderArgument);
    const status = reportUnavailable(response, given);
    restoreLength(response);
    if (!isCacheable(request, status)) response.setHeader("Cache-Control", "no-store");
    if (!response.hasHeader("X-Request-Id")) response.setHeader("X-Request-Id", newId());
    addSecurityHeaders(response);
    return writeHead(status, reason);
  };
}

function isHostValid({ httpVersion, headers: { host }, rawHeaders }: IncomingMessage): boolean {
  if (host === undefined) return httpVersion === "1.0";
  const isName = (text: string, index: number) => index % 2 === 0 && /^host$/i.test(text);
  if (rawHeaders.findIndex(isName) !== rawHeaders.findLastIndex(isName)) return false;
  return !/[/\\?#@]/.test(host) && URL.canParse(`http://${host}`);
}

const CHUNK_METHODS = ["GET", "HEAD"];

function rejectAs(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  response.setHeader("Content-Type", "text/plain; charset=utf-8");
  response.end(text);
}

/**
 * Rejects a request without one valid Host (RFC 9112, 3.2), whose target isn't a path, or that wants to
 * change a file of the build, to which the framework responds with 500. The response has then ended,
 * also for the listeners that are called next.
 */
export function rejectBadTarget(request: IncomingMessage, response: ServerResponse): void {
  const { method = "", url = "" } = request;
  if (!isHostValid(request) || !url.startsWith("/")) rejectAs(response, 400, "Bad Request");
  else if (url.startsWith("/_next/static/") && !CHUNK_METHODS.includes(method)) {
    response.setHeader("Allow", CHUNK_METHODS.join(", "));
    rejectAs(response, 405, "Method Not Allowed");
  }
}

/** The response to bytes that Node can't parse, which never become a request. */
export function malformedResponse(code: string | undefined): string {
  const reasons: Record<string, string> = {
    HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
    ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  };
  return [
    `HTTP/1.1 ${reasons[code ?? ""] ?? "400 Bad Request"}`,
    "Cache-Control: no-store",
    `X-Request-Id: ${newId()}`,
    ...securityHeaders(settings().isSecure).map(([name, text]) => `${name}: ${text}`),
    "Connection: close",
    "Content-Length: 0",
    "\r\n",
  ].join("\r\n");
}

/**
 * A client may leave before the response. Where proxy.ts has seen a request with a body, the framework
 * has replaced the body with a copy and removed every listener: without one, the error of the broken
 * connection would end the process.
 */
export function ignoreLateAbort(request: IncomingMessage, response: ServerResponse): void {
  response.once("close", () => request.on("error", () => undefined));
}

/** Paths whose handlers write their own line, and files. */
const LOGGED_ELSEWHERE = /^\/(v1|f|api|mcp|_next)(\/|$)/;
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Logs a page: its path without IDs, and nothing of its query, which may hold a token. */
export function logPage(request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? "").split("?")[0] ?? "";
  if (LOGGED_ELSEWHERE.test(path) || isFormScript(path)) return;
  const route = path.replace(ID, "{id}").slice(0, 120);
  const entry = new RequestLog("", request.method ?? "", route, pageRoute(route));
  response.once("close", () => {
    const requestId = String(response.getHeader("X-Request-Id") ?? "");
    entry.write(response.statusCode, requestId);
  });
}

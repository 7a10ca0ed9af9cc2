import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { newId } from "#lib/core/ids";

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

function isContentHashed(request: IncomingMessage, status: number): boolean {
  return status < 400 && (request.url ?? "").startsWith("/_next/static/");
}

/**
 * Sees to it that every answer, whoever writes it, carries `Cache-Control: no-store` (content-hashed
 * files apart) and an `X-Request-Id` (CONTRACT section 1).
 */
export function guaranteeHeaders(request: IncomingMessage, response: ServerResponse): void {
  const writeHead: (status: number, reason?: string) => ServerResponse =
    response.writeHead.bind(response);
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const reason = typeof rest[0] === "string" ? rest[0] : undefined;
    applyHeaders(response, (reason === undefined ? rest[0] : rest[1]) as HeaderArgument);
    if (!isContentHashed(request, status)) response.setHeader("Cache-Control", "no-store");
    if (!response.hasHeader("X-Request-Id")) response.setHeader("X-Request-Id", newId());
    return writeHead(status, reason);
  };
}

/**
 * Answers what has no place in web standard handlers: a request without a proper Host, without a path, or
 * with a method that they cannot express. True when it was answered.
 */
export function refuseUnservable(request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = "", httpVersion, headers } = request;
  const hasHost =
    headers.host === undefined ? httpVersion === "1.0" : URL.canParse(`http://${headers.host}`);
  const isTrace = method === "TRACE" || method === "TRACK";
  if (hasHost && !isTrace && url !== "*") return false;
  response.statusCode = isTrace ? 405 : 400;
  if (isTrace) response.setHeader("Allow", "GET, HEAD, POST, PATCH, DELETE, OPTIONS");
  response.setHeader("Content-Type", "text/plain; charset=utf-8");
  response.end(isTrace ? "Method Not Allowed" : "Bad Request");
  return true;
}

const REFUSALS: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout"],
};

/** The plain answer to what is not HTTP and therefore never becomes a request. */
export function refusalOfMalformed(code: string | undefined): string {
  const [status, text] = REFUSALS[code ?? ""] ?? [400, "Bad Request"];
  return [
    `HTTP/1.1 ${status} ${text}`,
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${text.length}`,
    "Cache-Control: no-store",
    `X-Request-Id: ${newId()}`,
    "Connection: close",
    "",
    text,
  ].join("\r\n");
}

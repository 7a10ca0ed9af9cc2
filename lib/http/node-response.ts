import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { newId } from "#lib/core/ids";
import { BODY_LENGTH_HEADER } from "#lib/http/attachment-response";
import type { ErrorEnvelope } from "#lib/http/error-envelope";
import { METHODS } from "#lib/http/methods";

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

/** The framework drops `Content-Length`: see BODY_LENGTH_HEADER. */
function restoreLength(response: ServerResponse): void {
  const length = response.getHeader(BODY_LENGTH_HEADER);
  if (length === undefined) return;
  response.removeHeader(BODY_LENGTH_HEADER);
  response.setHeader("Content-Length", String(length));
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
    restoreLength(response);
    if (!isContentHashed(request, status)) response.setHeader("Cache-Control", "no-store");
    if (!response.hasHeader("X-Request-Id")) response.setHeader("X-Request-Id", newId());
    return writeHead(status, reason);
  };
}

/**
 * Answers a request without a proper Host (RFC 9112, 3.2); under `/v1` the pipeline does. The response
 * has then ended, also for a framework that hears of the request next.
 */
export function refuseBadHost(request: IncomingMessage, response: ServerResponse): void {
  const { url = "", httpVersion, headers } = request;
  const hasHost =
    headers.host === undefined ? httpVersion === "1.0" : URL.canParse(`http://${headers.host}`);
  if (hasHost || /^\/v1([/?]|$)/.test(url)) return;
  response.statusCode = 400;
  response.setHeader("Content-Type", "text/plain; charset=utf-8");
  response.end("Bad Request");
}

const REFUSALS: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout"],
};

type ParseFailure = { code?: string | undefined; rawPacket?: Buffer };

/** Whether a request line is in order but for a method that Node does not know. */
function isUnknownMethod({ code, rawPacket }: ParseFailure): boolean {
  if (code !== "HPE_INVALID_METHOD") return false;
  return /^[A-Za-z-]+ \/\S* HTTP\/1\.\d\r\n/.test(rawPacket?.toString("latin1") ?? "");
}

function toText(reason: string, status: number, headers: Record<string, string>, body: string) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${reason}`, ...lines, "", body].join("\r\n");
}

/** The answer to what is not HTTP, or not as Node knows it, and therefore never becomes a request. */
export function refusalOfMalformed(failure: ParseFailure): string {
  const requestId = newId();
  const shared = {
    "Cache-Control": "no-store",
    "X-Request-Id": requestId,
    "X-Content-Type-Options": "nosniff",
    Connection: "close",
  };
  if (isUnknownMethod(failure)) {
    const body = JSON.stringify({
      error: { code: "method_not_allowed", message: "This method isn't supported.", requestId },
    } satisfies ErrorEnvelope);
    const type = "application/json; charset=utf-8";
    const allow = METHODS.filter((method) => method !== "PUT").join(", ");
    return toText(
      "Method Not Allowed",
      405,
      { ...shared, Allow: allow, "Content-Type": type, "Content-Length": `${body.length}` },
      body,
    );
  }
  const [status, text] = REFUSALS[failure.code ?? ""] ?? [400, "Bad Request"];
  const type = "text/plain; charset=utf-8";
  const length = `${text.length}`;
  return toText(text, status, { ...shared, "Content-Type": type, "Content-Length": length }, text);
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { CLIENT_ADDRESS_HEADER } from "#lib/core/client-address";
import { AppError } from "#lib/core/errors";
import { MAX_PAGE_BODY_BYTES } from "#lib/http/page-body";
import { type BodyBudget, bodyBudget } from "#lib/http/read-body";
import { isFromProxy, type Proxies } from "#lib/http/trusted-proxy";
import { METHODS } from "#lib/http/web";

/** An address without brackets and port, as some proxies write them; undefined when it is none. */
function bareAddress(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? "";
  const bare =
    /^\[([^\]]+)\](:\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  return isIP(bare.split("%")[0] ?? "") === 0 ? undefined : bare;
}

function headerText(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(",") : (value ?? "");
}

function forwardedAddress(request: IncomingMessage, proxies: Proxies): string | undefined {
  const { trustProxy } = proxies;
  if (trustProxy === 0 || !isFromProxy(request.socket, proxies)) return undefined;
  if (trustProxy === "vercel")
    return (
      bareAddress(headerText(request, "x-vercel-forwarded-for").split(",")[0]) ??
      bareAddress(headerText(request, "x-real-ip"))
    );
  return bareAddress(headerText(request, "x-forwarded-for").split(",").at(-trustProxy));
}

function replaceHeader(request: IncomingMessage, name: string, value: string): void {
  const { rawHeaders } = request;
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2)
    if (rawHeaders[index]?.toLowerCase() === name) rawHeaders.splice(index, 2);
  rawHeaders.push(name, value);
  request.headers[name] = value;
}

/**
 * Passes the connecting address to the handlers in a header of our own, in place of whatever the client
 * sent under that name. Where the chain is shorter than the trusted proxies, or holds no address, the
 * request came around them: the socket's address counts. So it does where the connection isn't from one of
 * `TRUSTED_PROXIES`.
 */
export function markClientAddress(request: IncomingMessage, proxies: Proxies): void {
  const socketAddress = request.socket.remoteAddress ?? "unknown";
  const address = forwardedAddress(request, proxies) ?? socketAddress;
  replaceHeader(request, CLIENT_ADDRESS_HEADER, address);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Rewrites what a route file can't handle, so that it is rejected like its neighbors. Unknown methods
 * (TRACE, PROPFIND) become PUT, which no address allows. Paths under `/v1` and `/api` that the framework
 * would redirect (`/v1//forms`) or take for another (`/v1/forms/`) become one that doesn't exist, and a
 * path that can't be decoded is escaped.
 */
export function rewriteUnroutable(request: IncomingMessage): void {
  if (!METHODS.some((method) => method === request.method)) request.method = "PUT";
  const [path = "", ...query] = (request.url ?? "").split("?");
  const [, api] = /^[/\\]+(v1|api)(?:[/\\]|$)/.exec(path) ?? [];
  if (api && /\/\/|\\|\/$/.test(path)) request.url = `/${api}`;
  else if (!isDecodable(path)) request.url = [path.replaceAll("%", "%25"), ...query].join("?");
}

/** Intake and the APIs limit the bodies that they read. Everything else is a page: see proxy.ts. */
const HAS_OWN_LIMIT = /^\/(?:f\/[^?]|(?:v1|api)(?:[/?]|$)|mcp\/?(?:\?|$))/;

/** Every chunk is an object of its own, which needs at least this much memory. */
const MIN_CHUNK_BYTES = 512;

function reject(response: ServerResponse, { status, message, retryAfterSeconds }: AppError): void {
  if (response.headersSent) return;
  // A client may have asked to close the connection. Closed while it still sends, it would never read
  // the response.
  response.shouldKeepAlive = true;
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(message),
    ...(retryAfterSeconds === undefined ? {} : { "Retry-After": retryAfterSeconds }),
  });
  response.end(message);
}

const tooLarge = () =>
  new AppError(
    "body_too_large",
    `This request is too large. A page accepts at most ${MAX_PAGE_BODY_BYTES / 1024} KiB.`,
  );

/**
 * Limits the body of a request for a page, which the framework would keep in memory up to its own,
 * larger limit. It is counted as it arrives, whatever Content-Length says, and counts against the body
 * budget. Past the limit the request is rejected here, the rest of the body is dropped, and then the
 * connection is closed, so that the framework doesn't wait for the rest.
 */
export function limitPageBody(
  request: IncomingMessage,
  response: ServerResponse,
  budget: BodyBudget = bodyBudget(),
): void {
  if (HAS_OWN_LIMIT.test(request.url ?? "")) return;
  let reservedBytes = 0;
  let isRejected = false;
  const fail = (error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    isRejected = true;
    reject(response, error);
    // Node forgets a request once it has a response, even while the framework reads it. With an error
    // the framework would print a stack each time.
    request.socket.once("close", () => request.destroy());
  };
  const reserve = (bytes: number) => {
    if (reservedBytes + bytes > MAX_PAGE_BODY_BYTES) throw tooLarge();
    budget.reserve(bytes, reservedBytes + bytes);
    reservedBytes += bytes;
  };
  if (Number(request.headers["content-length"] ?? 0) > MAX_PAGE_BODY_BYTES) fail(tooLarge());
  // The parser calls this with every chunk, and with null at the end. A listener would take the chunks
  // away from the framework.
  const push = request.push.bind(request);
  request.push = (chunk: Buffer | null, encoding) => {
    try {
      if (chunk && !isRejected) reserve(Math.max(chunk.byteLength, MIN_CHUNK_BYTES));
    } catch (error) {
      fail(error);
    }
    if (!isRejected) return push(chunk, encoding);
    if (!chunk) request.socket.destroySoon();
    return true;
  };
  response.once("close", () => budget.release(reservedBytes));
}

import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Settings } from "#lib/core/settings";
import { CLIENT_ADDRESS_HEADER } from "#lib/http/client-address";
import { METHODS } from "#lib/http/methods";

type TrustProxy = Settings["trustProxy"];

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

function forwardedAddress(request: IncomingMessage, trustProxy: TrustProxy): string | undefined {
  if (trustProxy === 0) return undefined;
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
 * Tells the handlers who connects (CONTRACT section 8, `TRUST_PROXY`) in a header of our own, in
 * place of whatever the client sent under that name. A chain that is shorter than the trusted
 * proxies, or no address at all, means that the request came around them: the socket counts.
 */
export function markClientAddress(request: IncomingMessage, trustProxy: TrustProxy): void {
  const socketAddress = request.socket.remoteAddress ?? "unknown";
  const address = forwardedAddress(request, trustProxy) ?? socketAddress;
  replaceHeader(request, CLIENT_ADDRESS_HEADER, address);
}

/**
 * Methods that no route file can have (PROPFIND, QUERY, TRACE) travel on as PUT, which no address of
 * this service takes: they are refused where PUT is, in the words of that address.
 */
export function renameOddMethod(request: IncomingMessage): void {
  if (!METHODS.some((method) => method === request.method)) request.method = "PUT";
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
 * Paths under `/v1` and `/api` that the framework would redirect (`/v1//forms`), take for another
 * (`/v1/forms/`) or fail on (`/v1/forms/%`) travel on as one that no endpoint has. Elsewhere, what
 * cannot be decoded becomes a path that names itself.
 */
export function renameOddPath(request: IncomingMessage): void {
  const [path = "", ...query] = (request.url ?? "").split("?");
  const [, api] = /^[/\\]+(v1|api)(?:[/\\]|$)/.exec(path) ?? [];
  if (api && (/\/\/|\\|\/$/.test(path) || !isDecodable(path))) request.url = `/${api}`;
  else if (!isDecodable(path)) request.url = [path.replaceAll("%", "%25"), ...query].join("?");
}

/**
 * A target in absolute form counts as its path, and its authority as the Host (RFC 9112, 3.2.2);
 * `*` counts as a path that no page has.
 */
export function toOriginForm(request: IncomingMessage): void {
  if (request.url === "*") request.url = "/*";
  const [, authority, path = ""] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(request.url ?? "") ?? [];
  if (authority === undefined) return;
  request.url = path.startsWith("/") ? path : `/${path}`;
  replaceHeader(request, "host", authority);
}

import { isLoopbackHost } from "#lib/core/settings/setting-shapes";
import { settings } from "#lib/core/settings/settings";
import { singleton } from "#lib/core/singleton";
import { log } from "#lib/core/telemetry/log";

type RequestHeaders = Pick<Headers, "get">;

function parseHost(host: string | null): URL | null {
  if (!host || host.length > 255 || !/^[\w.:[\]-]+$/.test(host)) return null;
  return URL.parse(`${new URL(settings().baseUrl).protocol}//${host}`);
}

/** Returns whether the request was sent to this service: BASE_URL's host, or any loopback name when BASE_URL is loopback. */
export function isOwnHost(host: string | null): boolean {
  const named = parseHost(host);
  const base = new URL(settings().baseUrl);
  if (named?.host === base.host) return true;
  return named !== null && isLoopbackHost(base.hostname) && isLoopbackHost(named.hostname);
}

/**
 * Returns the host of a request to another port of this machine than BASE_URL's, or null. Links in emails don't lead to
 * that port.
 */
export function findOtherPort(host: string | null): string | null {
  const named = parseHost(host);
  const isOther = named !== null && named.port !== new URL(settings().baseUrl).port;
  return isOther && isOwnHost(host) ? named.host : null;
}

/** Returns the URL of a request whose host or scheme differs from BASE_URL's, or null. */
function findOtherAddress(headers: RequestHeaders): string | null {
  const host = headers.get("host");
  if (!isOwnHost(host)) return parseHost(host)?.host ?? "an unknown host";
  const origin = URL.parse(headers.get("origin") ?? "");
  const isOtherScheme =
    origin?.host === host && !settings().baseUrl.startsWith(`${origin?.protocol}//`);
  return isOtherScheme ? (origin?.origin ?? null) : null;
}

/** The maximum number of other URLs that are logged, because anyone can send any number of them. */
const MAX_LOGGED = 20;

function logOnce(address: string): void {
  const logged = singleton("other-addresses", () => new Set<string>());
  if (logged.has(address) || logged.size >= MAX_LOGGED) return;
  logged.add(address);
  log().warn(
    { address, baseUrl: settings().baseUrl },
    "requests arrive for another address than BASE_URL",
  );
}

/**
 * Explains what to do about a request that was sent to another URL than BASE_URL, with both; null for every
 * other request. Logs each such URL once.
 */
export function explainAddress(headers: RequestHeaders): string | null {
  const address = findOtherAddress(headers);
  if (address === null) return null;
  logOnce(address);
  const { baseUrl } = settings();
  return `This request was sent to ${address}, but the address of this service is ${baseUrl}. Open ${baseUrl} instead. If ${address} is the address to use, set BASE_URL to it and restart the service. If you did open ${baseUrl}, the proxy in front of the service must pass on the Host header.`;
}

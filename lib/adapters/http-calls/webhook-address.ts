import { lookup, Resolver } from "node:dns/promises";
import { once } from "node:events";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { errorCodeOf, WebhookCallError } from "#lib/adapters/http-calls/webhook-outcome";
import { hostAndPort } from "#lib/core/public-host";
import { isReachableAddress } from "#lib/core/reachable-address";

/** Globally routed IPv6: no mapped, compatible, translated, local, or multicast addresses. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");
/** Azure's host services, within public address space. */
const PLATFORM_ADDRESS = "168.63.129.16";

/**
 * Returns whether an address is public: unicast, globally routable, and not a form that embeds another
 * address. Anything that can't be parsed isn't public.
 *
 * @param text - as a resolver gives it: four decimals, or IPv6 without brackets
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  if (address instanceof ipaddr.IPv4) return address.toString() !== PLATFORM_ADDRESS;
  return address.zoneId === undefined && address.match(GLOBAL_IPV6);
}

/** Returns all addresses of a hostname, at least one. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

const QUERY_TIMEOUT_MS = 1_000;

/**
 * Asks DNS for all IPv4 and IPv6 addresses of a hostname. Doesn't use `getaddrinfo`: the process has
 * only a few threads for it, and one slow name server would block them all.
 *
 * @param options.servers - `address:port` of the name servers; the system's own when left out
 * @returns what throws {WebhookCallError} dns_failed
 */
export function createResolve(
  options: { servers?: readonly string[]; timeoutMs?: number } = {},
): Resolve {
  const { servers, timeoutMs = QUERY_TIMEOUT_MS } = options;
  return async (hostname, signal) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
    if (servers) resolver.setServers(servers);
    signal.addEventListener("abort", () => resolver.cancel(), { once: true });
    const queries = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
    const results = await Promise.allSettled(queries);
    const addresses = results.flatMap((result) =>
      result.status === "fulfilled" ? result.value : [],
    );
    if (addresses.length > 0) return addresses;
    const failures = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason] : [],
    );
    const isUnknown = failures.every((err) => ["ENOTFOUND", "ENODATA"].includes(errorCodeOf(err)));
    throw new WebhookCallError(
      "dns_failed",
      isUnknown
        ? "The endpoint's hostname has no IP address."
        : "The endpoint's hostname couldn't be resolved.",
      failures[0],
    );
  };
}

/**
 * Asks the system for the addresses of a host that the operator has opened: only it knows
 * `/etc/hosts` and search domains, which private networks use. An IP address is its own.
 *
 * @throws {WebhookCallError} dns_failed; the signal's reason
 */
export const resolveLocally: Resolve = async (hostname, signal) => {
  const found = lookup(hostname.replace(/^\[|\]$/g, ""), { all: true });
  const aborted = once(signal, "abort").then(() => signal.throwIfAborted());
  const addresses = await Promise.race([found, aborted]).catch((failure: unknown) => {
    signal.throwIfAborted();
    const sentence = "The endpoint's hostname couldn't be resolved.";
    throw new WebhookCallError("dns_failed", sentence, failure);
  });
  return (addresses ?? []).map(({ address }) => address);
};

/** Always fails: a server with OUTGOING=off calls no one. */
export const resolveNothing: Resolve = async () => {
  throw new WebhookCallError("address_blocked", "Outgoing calls are turned off on this server.");
};

/** A socket's lookup that knows its name's addresses: nothing is looked up again to connect. */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    const [first] = found;
    if (all || !first) callback(null, found);
    else callback(null, first.address, first.family);
  };
}

/** A call's URL in parts. */
export type CallTarget = {
  origin: string;
  /** The name to look up in DNS and to verify by TLS. IPv6 without brackets. */
  hostname: string;
  port: number;
  path: string;
  /** False only for a host that the operator has opened. */
  isTls: boolean;
  /** True if the operator has opened exactly this host and port, so that it needn't be public. */
  isOpened: boolean;
};

/**
 * Rejects all addresses of a hostname if one of them isn't allowed: a name that resolves to an internal
 * address can't be trusted with its other addresses either. The addresses of a host that the operator
 * has opened don't have to be public.
 *
 * @throws {WebhookCallError} address_blocked
 */
export function requireAllowed(
  { isOpened }: Pick<CallTarget, "isOpened">,
  addresses: readonly string[],
): readonly string[] {
  const isAllowed = isOpened ? isReachableAddress : isPublicAddress;
  if (addresses.length > 0 && addresses.every(isAllowed)) return addresses;
  throw new WebhookCallError(
    "address_blocked",
    isOpened
      ? "The endpoint's host has a link-local or metadata address, which is never called."
      : "The endpoint's hostname resolves to an address that isn't public.",
  );
}

/**
 * Checks the URL of a call again, in case it was stored long ago or by other means. An IP address
 * instead of a name is rejected here, because a socket looks up names only.
 *
 * @param opened - `host:port` that the operator has opened
 * @throws {WebhookCallError} address_blocked
 */
export function readTarget(text: string, opened: ReadonlySet<string>): CallTarget {
  const url = URL.parse(text);
  const isOpened = url !== null && opened.has(hostAndPort(url));
  const isPlain =
    url !== null &&
    (url.protocol === "https:" || (isOpened && url.protocol === "http:")) &&
    (url.port === "" || isOpened) &&
    url.username === "" &&
    url.password === "" &&
    url.hash === "" &&
    !text.includes("\\");
  if (!isPlain)
    throw new WebhookCallError(
      "address_blocked",
      "The URL must use HTTPS on port 443 and must not contain credentials.",
    );
  if (!isOpened && (isIP(url.hostname) !== 0 || url.hostname.startsWith("[")))
    throw new WebhookCallError(
      "address_blocked",
      "The URL must have a hostname, not an IP address.",
    );
  const isTls = url.protocol === "https:";
  return {
    origin: url.origin,
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || (isTls ? 443 : 80)),
    path: url.pathname + url.search,
    isTls,
    isOpened,
  };
}

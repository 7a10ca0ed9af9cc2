import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import ipaddr from "ipaddr.js";
import { codeOf, WebhookCallError } from "#lib/clients/webhook-call-error";

/** Globally routed IPv6: no mapped, compatible, translated, local or multicast addresses. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");
/** Azure's host services, within public address space. */
const PLATFORM_ADDRESS = "168.63.129.16";

/**
 * Whether an address is public: unicast, globally routable, and not a form that embeds another
 * address. Anything that can't be parsed isn't public.
 *
 * @param text - as a resolver or a socket gives it: four decimals, or IPv6 without brackets
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  if (address instanceof ipaddr.IPv4) return address.toString() !== PLATFORM_ADDRESS;
  return address.zoneId === undefined && address.match(GLOBAL_IPV6);
}

/** Where the operator sends connections for a host instead of asking DNS. */
export type ConnectTo = ReadonlyMap<string, { address: string; port: number }>;

/** The parts of a URL. Its hostname is looked up in DNS and verified by TLS. */
export type CallTarget = { origin: string; hostname: string; path: string };

/**
 * Checks the URL of a call again, in case it was stored long ago or by other means. An IP address
 * instead of a name is rejected here, because no resolver is asked about one.
 *
 * @throws {WebhookCallError} address_blocked
 */
export function readTarget(text: string): CallTarget {
  const url = URL.parse(text);
  const isPlain =
    url !== null &&
    url.protocol === "https:" &&
    url.port === "" &&
    url.username === "" &&
    url.password === "" &&
    url.hash === "" &&
    !text.includes("\\");
  if (!isPlain)
    throw new WebhookCallError(
      "address_blocked",
      "The URL must use HTTPS on port 443 and must not contain credentials.",
    );
  if (isIP(url.hostname) !== 0 || url.hostname.startsWith("["))
    throw new WebhookCallError(
      "address_blocked",
      "The URL must have a hostname, not an IP address.",
    );
  return { origin: url.origin, hostname: url.hostname, path: url.pathname + url.search };
}

/** All addresses of a host name; rejects when there are none. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

const HOSTS_FILE = "/etc/hosts";
const QUERY_TIMEOUT_MS = 1_500;
/** How long to wait for the other kind of address once one kind is known. */
const SECOND_ANSWER_MS = 300;

/** Addresses of a name in this machine's hosts file, which takes precedence over DNS. */
async function readHostsFile(hostname: string): Promise<string[]> {
  const text = await readFile(HOSTS_FILE, "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    const isMeant = names.some((name) => name.toLowerCase() === hostname);
    return isMeant && isIP(address) !== 0 ? [address] : [];
  });
}

/**
 * Asks DNS for all IPv4 and IPv6 addresses of a host name. Doesn't use `getaddrinfo`: the process has
 * only a few threads for it, and one slow name server would block them all.
 *
 * @param servers - `address:port` of the name servers, for tests; the system's own when left out
 * @returns what throws {WebhookCallError} dns_failed
 */
export function createResolve(servers?: readonly string[]): Resolve {
  return async (hostname, signal) => {
    const listed = await readHostsFile(hostname);
    if (listed.length > 0) return listed;
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: 2 });
    if (servers) resolver.setServers(servers);
    return askDns(resolver, hostname, signal);
  };
}

async function askDns(
  resolver: Resolver,
  hostname: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  const found: string[] = [];
  const failures: unknown[] = [];
  const ask = (query: Promise<string[]>) =>
    query.then(
      (addresses) => void found.push(...addresses),
      (failure: unknown) => void failures.push(failure),
    );
  const both = [ask(resolver.resolve4(hostname)), ask(resolver.resolve6(hostname))];
  try {
    await Promise.race(both);
    if (found.length > 0) await Promise.race([Promise.all(both), sleep(SECOND_ANSWER_MS)]);
    else await Promise.all(both);
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
  if (found.length > 0) return [...found];
  const isUnknown = failures.every((failure) => ["ENOTFOUND", "ENODATA"].includes(codeOf(failure)));
  throw new WebhookCallError(
    "dns_failed",
    isUnknown
      ? "The endpoint's hostname has no IP address."
      : "The endpoint's hostname couldn't be resolved.",
    failures[0],
  );
}

/**
 * Rejects all addresses when one isn't public: a name that resolves to an internal address can't be
 * trusted with its other addresses either.
 *
 * @throws {WebhookCallError} address_blocked
 */
export function requirePublic(addresses: readonly string[]): readonly string[] {
  if (addresses.length > 0 && addresses.every(isPublicAddress)) return addresses;
  throw new WebhookCallError(
    "address_blocked",
    "The endpoint's hostname resolves to an address that isn't public.",
  );
}

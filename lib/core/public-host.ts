import { parse } from "tldts";

const SPECIAL_USE = [
  "localhost",
  "local",
  "test",
  "example",
  "invalid",
  "internal",
  "home.arpa",
  "onion",
] as const;

function isUnder(hostname: string, suffix: string): boolean {
  return hostname === suffix || hostname.endsWith(`.${suffix}`);
}

/**
 * Explains why a hostname can't be public; null if it can. The address it resolves to is checked on every
 * connection instead.
 *
 * @param hostname - normalized as `URL.hostname`: lower case, Punycode, IPv4 as four decimals
 */
export function publicHostProblem(hostname: string): string | null {
  const { isIp, hostname: valid, isIcann, domain } = parse(hostname);
  if (isIp || hostname.startsWith("[")) return "must be a hostname, not an IP address";
  const special = SPECIAL_USE.find((suffix) => isUnder(hostname.replace(/\.$/, ""), suffix));
  if (special) return `must be a public hostname, not “${hostname}”`;
  if (!hostname.includes(".")) return "must be a public hostname with a dot, like www.example.com";
  if (hostname.endsWith(".")) return "must not end with a dot";
  if (valid === null) return "must be a valid hostname";
  if (isIcann !== true || domain === null)
    return "must be a domain under a public suffix, like www.example.com";
  return null;
}

/**
 * Returns the host and port that a URL connects to, as `host:port`: in lower case, IPv6 in brackets,
 * with the protocol's default port if the URL has none.
 */
export function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}

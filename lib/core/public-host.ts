import { parse } from "tldts";

/** Suffixes that name nothing on the public internet (CONTRACT section 5). */
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
 * Why a host name cannot be one of the public internet; null when it can. What it resolves to is not
 * looked at: that is checked at every connect.
 *
 * @param hostname - in the normal form of `URL.hostname`: lower case, Punycode, IPv4 in four decimals
 */
export function publicHostProblem(hostname: string): string | null {
  const { isIp, hostname: valid, isIcann, domain } = parse(hostname);
  if (isIp || hostname.startsWith("[")) return "must be a host name, not an IP address";
  const special = SPECIAL_USE.find((suffix) => isUnder(hostname.replace(/\.$/, ""), suffix));
  if (special) return `must be a public host name, not one under "${special}"`;
  if (!hostname.includes(".")) return "must be a public host name with a dot, like www.example.com";
  if (hostname.endsWith(".")) return "must not end with a dot";
  if (valid === null) return "must be a valid host name";
  if (isIcann !== true || domain === null)
    return "must be a name below a public suffix, like www.example.com";
  return null;
}

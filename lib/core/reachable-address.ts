import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Ranges that an operator may open for webhooks. Addresses in other ranges can never be endpoints.
 */
const REACHABLE = new Set(["unicast", "private", "loopback", "carrierGradeNat", "uniqueLocal"]);

/**
 * Services of cloud platforms outside 169.254.0.0/16, which is link-local: metadata, credentials, DNS.
 */
const PLATFORM_NETWORKS = [
  "168.63.129.16/32",
  "100.100.100.200/32",
  "fd00:ec2::/32",
  "fd20:ce::/32",
].map((network) => ipaddr.parseCIDR(network));

/**
 * Returns whether an operator may open an address for webhooks. Link-local and metadata addresses are never
 * reachable, and neither are addresses that embed another one.
 *
 * @param text - as a resolver gives it: four decimals, or IPv6 without brackets
 */
export function isReachableAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv6 && address.zoneId !== undefined) return false;
  if (!REACHABLE.has(address.range())) return false;
  return !PLATFORM_NETWORKS.some(
    (network) => network[0].kind() === address.kind() && address.match(network),
  );
}

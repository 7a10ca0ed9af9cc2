import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** All of IPv6 that is routed globally: no mapped, compatible, translated, local or multicast form. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");
/** The host side of a cloud provider's machines, in the middle of public space. */
const PLATFORM_ADDRESS = "168.63.129.16";

/**
 * Whether an address is one of the public internet (CONTRACT section 5): unicast, globally routable,
 * and not a form that carries another address inside. What cannot be read is not public.
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

import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import type { Caller } from "#lib/core/context";
import { settings } from "#lib/core/settings/settings";

type RequestHeaders = Pick<Headers, "get">;

/** Set by the self-hosted server on every request, which replaces a value that the client sent. */
export const CLIENT_ADDRESS_HEADER = "x-fis-client-address";

/** Returns the client's address as `TRUST_PROXY` defines it, or `unknown`. */
export function clientAddress({ headers }: { headers: RequestHeaders }): string {
  const { trustProxy } = settings();
  if (trustProxy === "vercel")
    return (
      headers.get("x-vercel-forwarded-for")?.split(",")[0]?.trim() ||
      headers.get("x-real-ip") ||
      "unknown"
    );
  return headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
}

/** Kinds of IPv6 address that contain an IPv4 address, and the byte where it begins. */
const IPV4_OFFSET: Readonly<Record<string, number>> = {
  ipv4Mapped: 12, // ::ffff:1.2.3.4, from a dual-stack socket
  rfc6145: 12, // ::ffff:0:1.2.3.4, stateless translation
  rfc6052: 12, // 64:ff9b::1.2.3.4, NAT64
  "6to4": 2, // 2002:102:304::, 65,536 networks for one address
};

/**
 * Returns the part of an address that limits treat as one client, however it's spelled: an IPv4 address, even inside an
 * IPv6 one, or the /64 of an IPv6 address.
 */
export function limitedAddress(text: string): string {
  // A dual-stack socket reports IPv4 clients in this form, which most requests have.
  const bare = text.startsWith("::ffff:") ? text.slice(7) : text;
  if (isIPv4(bare)) return bare;
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const at = IPV4_OFFSET[address.range()];
  if (at !== undefined)
    return address
      .toByteArray()
      .slice(at, at + 4)
      .join(".");
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":");
}

/**
 * Returns the client's whole address for people to read, without the prefix of a dual-stack socket; null if
 * unknown.
 */
export function shownAddress(request: { headers: RequestHeaders }): string | null {
  const address = clientAddress(request).replace(/^::ffff:(?=\d+\.)/, "");
  return isIP(address) === 0 ? null : address;
}

/** Returns the sender of a request. */
export function callerOf(request: { headers: RequestHeaders }, now: Date): Caller {
  const address = clientAddress(request);
  const userAgent = request.headers.get("user-agent");
  return { address, network: limitedAddress(address), userAgent, now };
}

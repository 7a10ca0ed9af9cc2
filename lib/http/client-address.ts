import { settings } from "#lib/core/settings";

/**
 * Set on every request that a guarded server takes (`guardServer`), in place of whatever the client
 * sent under this name.
 */
export const CLIENT_ADDRESS_HEADER = "x-fis-client-address";

/** The connecting address (CONTRACT section 8, `TRUST_PROXY`), or `unknown`. */
export function clientAddress(request: Request): string {
  const { trustProxy } = settings();
  if (trustProxy === "vercel")
    return request.headers.get("x-vercel-forwarded-for")?.split(",")[0]?.trim() || "unknown";
  return request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
}

/** What is limited as one client: an IPv4 address, or the /64 of an IPv6 address. */
export function limitedAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const last = tail === "" ? [] : tail.split(":");
    while (groups.length + last.length < 8) groups.push("0");
    groups.push(...last);
  }
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

import type { Socket } from "node:net";
import ipaddr from "ipaddr.js";
import type { Settings } from "#lib/core/settings";

/** How many proxies there are, and which addresses they have. */
export type Proxies = Pick<Settings, "trustProxy" | "trustedProxies">;

const known = new WeakMap<Socket, boolean>();

function isListed(text: string, { trustedProxies }: Proxies): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return trustedProxies.some(
    ([network, bits]) => address.kind() === network.kind() && address.match(network, bits),
  );
}

/**
 * Whether a connection comes from a proxy that the operator trusts, and not from a client that claims to
 * be one. On Vercel, every connection does.
 */
export function isFromProxy(socket: Socket, proxies: Proxies): boolean {
  if (proxies.trustProxy === 0) return false;
  if (proxies.trustProxy === "vercel") return true;
  let isTrusted = known.get(socket);
  if (isTrusted === undefined) {
    isTrusted = isListed(socket.remoteAddress ?? "", proxies);
    known.set(socket, isTrusted);
  }
  return isTrusted;
}

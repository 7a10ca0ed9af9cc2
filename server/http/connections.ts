import type { IncomingMessage, Server, ServerOptions } from "node:http";
import { isIP, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { CLIENT_ADDRESS_HEADER, limitedAddress } from "#lib/core/client-address";
import type { Settings } from "#lib/core/settings/settings";

/** The maximum number of connections of this process. */
const MAX_CONNECTIONS = 4_000;
/** The maximum number of connections of one client. A browser opens six; an office may share one address. */
const MAX_CONNECTIONS_PER_ADDRESS = 1_000;
/** How long a connection may be silent in both directions. */
const IDLE_TIMEOUT_MS = 300_000;

/** Time limits for slow clients. */
export const TIMEOUTS = {
  headersTimeout: 20_000,
  /** A little longer than the slowest body may take, so that its reader responds first. */
  requestTimeout: 125_000,
  /**
   * Longer than most proxies keep theirs open (60 s): the side that reuses a connection must be the
   * one that ends it.
   */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
} satisfies ServerOptions;

/** Limits the number of connections in total and per client; those of a trusted proxy only in total. */
export function limitConnections(
  server: Server,
  proxies: Proxies,
  maxPerAddress = MAX_CONNECTIONS_PER_ADDRESS,
): void {
  server.maxConnections = MAX_CONNECTIONS;
  server.timeout = IDLE_TIMEOUT_MS;
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    if (isFromProxy(socket, proxies)) return;
    const address = limitedAddress(socket.remoteAddress ?? "unknown");
    const others = open.get(address) ?? 0;
    if (others >= maxPerAddress) {
      socket.destroy();
      return;
    }
    open.set(address, others + 1);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}

/** The number of proxies, and their addresses. */
export type Proxies = Pick<Settings, "trustProxy" | "trustedProxies">;

const known = new WeakMap<Socket, boolean>();

function isListed(text: string, { trustedProxies }: Proxies): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return trustedProxies.some(
    ([network, bits]) => address.kind() === network.kind() && address.match(network, bits),
  );
}

/** Returns whether a connection comes from a proxy that the operator trusts, and not from a client that claims to be one. */
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

/** An address without brackets and port, as some proxies write them; undefined when it is none. */
function bareAddress(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? "";
  const bare =
    /^\[([^\]]+)\](:\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  return isIP(bare.split("%")[0] ?? "") === 0 ? undefined : bare;
}

function forwardedAddress(request: IncomingMessage, proxies: Proxies): string | undefined {
  const { trustProxy } = proxies;
  if (typeof trustProxy !== "number" || trustProxy === 0) return undefined;
  if (!isFromProxy(request.socket, proxies)) return undefined;
  const chain = request.headers["x-forwarded-for"]?.toString() ?? "";
  return bareAddress(chain.split(",").at(-trustProxy));
}

/**
 * Passes the connecting address to the handlers in a header of our own, replacing any value that the
 * client sent. If the chain is shorter than the trusted proxies, or contains no address, the request
 * bypassed them, and the socket's address is used. The same applies if the connection isn't from one of
 * `TRUSTED_PROXIES`.
 */
export function markClientAddress(request: IncomingMessage, proxies: Proxies): void {
  const socketAddress = request.socket.remoteAddress ?? "unknown";
  request.headers[CLIENT_ADDRESS_HEADER] = forwardedAddress(request, proxies) ?? socketAddress;
}

import type { Server, ServerOptions } from "node:http";
import type { Socket } from "node:net";
import { limitedAddress } from "#lib/core/client-address";
import { isFromProxy, type Proxies } from "#selfhost/forwarded-address";

/** Connections of this process in total. */
const MAX_CONNECTIONS = 4_000;
/** Connections of one client. A browser opens six; an office may share one address. */
const MAX_CONNECTIONS_PER_ADDRESS = 1_000;
/** The time a connection may be silent in both directions. */
const IDLE_TIMEOUT_MS = 300_000;

/** Time limits for slow clients. */
export const TIMEOUTS = {
  headersTimeout: 20_000,
  /** A little longer than the slowest body may take, so that its reader responds first. */
  requestTimeout: 125_000,
  /** Longer than most proxies keep theirs (60 s): the side that reuses a connection must end it. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
} satisfies ServerOptions;

/** Limits how many connections there are in total and per client; those of a trusted proxy only in total. */
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

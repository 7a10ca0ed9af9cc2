import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Settings } from "#lib/core/settings";
import { limitedAddress } from "#lib/http/client-address";

/** All connections of this process; the system turns away what comes on top. */
const MAX_CONNECTIONS = 4_000;
/** Of one client. A browser opens six; an office of many people, or a busy script, shares one address. */
const MAX_CONNECTIONS_PER_ADDRESS = 1_000;
const HEADERS_TIMEOUT_MS = 20_000;
/** A little longer than the slowest body may take, so that its reader responds first. */
const REQUEST_TIMEOUT_MS = 125_000;
/** Longer than proxies keep theirs (60 s, mostly): the side that reuses a connection must end it. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** How long nothing may move in either direction: no response pauses that long. */
const IDLE_TIMEOUT_MS = 300_000;
/** How long the rest of a body is read after its response, so that the sender gets to read that. */
const LINGER_MS = 10_000;

/** How often node:http looks for connections that are over their time; for `createServer`. */
export const CONNECTIONS_CHECKING_INTERVAL_MS = 5_000;

/** Closes a connection whose request still goes on long after its response. */
function endUnread(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    if (request.complete) return;
    const timer = setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, LINGER_MS);
    request.socket.once("close", () => clearTimeout(timer));
  });
}

/**
 * Limits how many connections there are in total and per client, and how long a slow one may take.
 * Behind a trusted proxy all connections are the proxy's, and only the total counts.
 */
export function limitConnections(
  server: Server,
  trustProxy: Settings["trustProxy"],
  maxPerAddress = MAX_CONNECTIONS_PER_ADDRESS,
): void {
  server.maxConnections = MAX_CONNECTIONS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.timeout = IDLE_TIMEOUT_MS;
  server.on("request", endUnread);
  if (trustProxy !== 0) return;
  const open = new Map<string, number>();
  server.prependListener("connection", (socket: Socket) => {
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

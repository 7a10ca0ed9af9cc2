import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { limitedAddress } from "#lib/core/client-address";
import { log } from "#lib/core/log";
import { SettingsError, settings } from "#lib/core/settings";
import { singleton } from "#lib/core/singleton";
import { isStopping } from "#lib/core/stopping";
import { requireFittingKey } from "#lib/db/installation-key";
import { boundLargeBody } from "#lib/http/large-bodies";
import { limitPageBody, markClientAddress, rewriteUnroutable } from "#lib/http/node-request";
import {
  guaranteeHeaders,
  ignoreLateAbort,
  logPage,
  malformedResponse,
  rejectBadTarget,
} from "#lib/http/node-response";
import { isFromProxy, type Proxies } from "#lib/http/trusted-proxy";

/** Connections of this process in total. */
const MAX_CONNECTIONS = 4_000;
/** Connections of one client. A browser opens six; an office may share one address. */
const MAX_CONNECTIONS_PER_ADDRESS = 1_000;
const HEADERS_TIMEOUT_MS = 20_000;
/** A little longer than the slowest body may take, so that its reader responds first. */
const REQUEST_TIMEOUT_MS = 125_000;
/** Longer than most proxies keep theirs (60 s): the side that reuses a connection must end it. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** How long a connection may be silent in both directions. */
const IDLE_TIMEOUT_MS = 300_000;
/** How long the rest of a body is read after its response, so that the sender gets to read it. */
const LINGER_MS = 10_000;

/** How often node:http looks for connections that have timed out; an option of `createServer`. */
export const CONNECTIONS_CHECKING_INTERVAL_MS = 5_000;

/** Closes a connection that is still sending its request long after the response. */
function endUnread(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    if (request.complete) return;
    const timer = setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, LINGER_MS);
    request.once("close", () => clearTimeout(timer));
  });
}

/**
 * Limits how many connections there are in total and per client, and how long a slow one may take.
 * Only the total counts for connections of a trusted proxy.
 */
export function limitConnections(
  server: Server,
  proxies: Proxies,
  maxPerAddress = MAX_CONNECTIONS_PER_ADDRESS,
): void {
  server.maxConnections = MAX_CONNECTIONS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.timeout = IDLE_TIMEOUT_MS;
  server.on("request", endUnread);
  const open = new Map<string, number>();
  server.prependListener("connection", (socket: Socket) => {
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

const guardedServers = () => singleton("guarded servers", () => new WeakSet<Server>());

function guardRequest(request: IncomingMessage, response: ServerResponse): void {
  // Its client opens the next connection to another process.
  if (isStopping()) response.shouldKeepAlive = false;
  guaranteeHeaders(request, response);
  ignoreLateAbort(request, response);
  rejectBadTarget(request, response);
  markClientAddress(request, settings());
  logPage(request, response);
  rewriteUnroutable(request);
  limitPageBody(request, response);
  boundLargeBody(request, response);
}

/**
 * Guards an HTTP server: limits connections and bodies, gives every response its headers, and passes on
 * the client's address. Where a request is rejected here, the next listener finds an ended response.
 */
export function guardServer(server: Server): void {
  if (guardedServers().has(server)) return;
  guardedServers().add(server);
  Object.assign(server, {
    // Otherwise Node rejects a request without Host before any listener is called.
    requireHostHeader: false,
    // An upgrade that nothing serves (h2c) is an ordinary request; only hot reload has sockets.
    shouldUpgradeCallback: ({ headers }: IncomingMessage) =>
      settings().nodeEnv === "development" && headers.upgrade?.toLowerCase() === "websocket",
  });
  limitConnections(server, settings());
  server.prependListener("request", guardRequest);
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", ({ code }: NodeJS.ErrnoException, socket) => {
    if (socket.writable) socket.end(malformedResponse(code));
    else socket.destroy();
  });
}

/** Node documents that each message of `http.server.request.start` names its server. */
function serverOf(message: unknown): Server {
  return (message as { server: Server }).server;
}

/**
 * Guards servers that this code doesn't create, such as that of `next start`. Node publishes a request
 * before its server's listeners are called, so the first one is guarded too. Only malformed bytes
 * before the first request get Node's own response.
 */
export function guardOtherServers(): void {
  singleton("other servers", () => {
    subscribe("http.server.request.start", (message) => guardServer(serverOf(message)));
    return true;
  });
}

/** `npm start` creates both where they are missing; `next start` can't. */
function requireSettings(): void {
  const { databaseUrl, secretKey } = settings();
  for (const [name, value] of Object.entries({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey }))
    if (!value)
      throw new SettingsError(`${name}: is missing; set it, or use npm start, which generates one`);
}

/**
 * Prepares a process that runs the app without the self-hosted server. A wrong or missing setting ends
 * it with one line, before it serves anything. Without its database it starts, and responds with 503.
 */
export async function preparePlainMount(): Promise<void> {
  try {
    requireSettings();
    await requireFittingKey();
  } catch (error) {
    if (error instanceof SettingsError) {
      // The framework would print a thrown error with its stack.
      console.error(`Cannot start: ${error.message}`);
      process.exit(1);
    }
    log().warn({ err: error }, "SECRET_KEY not checked against the database");
  }
  guardOtherServers();
}

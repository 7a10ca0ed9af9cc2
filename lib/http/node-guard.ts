import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { processWide } from "#lib/core/process-wide";
import { settings } from "#lib/core/settings";
import { ignoreLateAbort } from "#lib/http/node-abort";
import { limitConnections } from "#lib/http/node-connections";
import { limitPageBody } from "#lib/http/node-page-body";
import { logPage } from "#lib/http/node-page-log";
import {
  markClientAddress,
  renameOddMethod,
  renameOddPath,
  toOriginForm,
} from "#lib/http/node-request";
import { guaranteeHeaders, refusalOfMalformed, refuseBadHost } from "#lib/http/node-response";

const guardedServers = () => processWide("guarded servers", () => new WeakSet<Server>());

function admit(request: IncomingMessage, response: ServerResponse): void {
  guaranteeHeaders(request, response);
  ignoreLateAbort(request, response);
  toOriginForm(request);
  refuseBadHost(request, response);
  markClientAddress(request, settings().trustProxy);
  logPage(request, response);
  renameOddMethod(request);
  renameOddPath(request);
  limitPageBody(request, response);
}

/**
 * Gives every response of a server the headers of CONTRACT section 1, whoever writes it, and renames
 * requests that the framework would answer in its own words. Where a request is rejected here, the
 * next listener finds a response that has ended.
 */
export function guardServer(server: Server): void {
  if (guardedServers().has(server)) return;
  guardedServers().add(server);
  Object.assign(server, {
    // Else Node answers a request without Host before anyone hears of it.
    requireHostHeader: false,
    // An upgrade that no one serves (h2c, say) is an ordinary request; only hot reload has sockets.
    shouldUpgradeCallback: ({ headers }: IncomingMessage) =>
      settings().nodeEnv === "development" && headers.upgrade?.toLowerCase() === "websocket",
  });
  limitConnections(server, settings().trustProxy);
  server.prependListener("request", admit);
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable) socket.end(refusalOfMalformed(error));
    else socket.destroy();
  });
}

/** Node documents that each message of `http.server.request.start` names its server. */
function serverOf(message: unknown): Server {
  return (message as { server: Server }).server;
}

/**
 * Guards servers that this code doesn't create, such as that of `next start`. Node publishes a request
 * before its server hears of it, so the first one is guarded too. What isn't HTTP never becomes a
 * request: before the first one, Node itself answers it.
 */
export function guardOtherServers(): void {
  processWide("other servers", () => {
    subscribe("http.server.request.start", (message) => guardServer(serverOf(message)));
    return true;
  });
}

import { EventEmitter, once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import {
  type Certificate,
  createAuthority,
  createCertificate,
} from "#tests/support/twins/certificates";
import { listen } from "#tests/support/twins/listen";

export type ReceivedEvent = {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** `webhook-id`. */
  id: string;
};
export type Reply = (event: ReceivedEvent, response: ServerResponse, socket: Socket) => void;

/** Responds immediately with a status, and a body and headers if given. */
export function answer(status: number, body = "", headers: Record<string, string> = {}): Reply {
  return (_event, response) => void response.writeHead(status, headers).end(body);
}

/** Accepts the event and never responds. */
export const hang: Reply = () => undefined;

/** Accepts the event and breaks the connection. */
export const breakOff: Reply = (_event, _response, socket) => void socket.destroy();

export const RECEIVER_HOST = "receiver.example.com";

/**
 * A webhook receiver on this machine, with a certificate from its own authority. It responds with 204
 * by default; `reply` changes that for every event, `replyNext` for the next ones in turn.
 */
export async function startReceiver(
  options: { hostnames?: readonly string[]; certificate?: Certificate; port?: number } = {},
) {
  const { hostnames = [RECEIVER_HOST] } = options;
  const authority = await createAuthority();
  const certificate = options.certificate ?? (await createCertificate(hostnames, { authority }));
  const received: ReceivedEvent[] = [];
  const next: Reply[] = [];
  const arrivals = new EventEmitter();
  let standing: Reply = answer(204);
  const sockets = new Set<Socket>();
  let connections = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const event = {
      path: request.url ?? "",
      headers: request.headers,
      body: await text(request),
      id: String(request.headers["webhook-id"] ?? ""),
    };
    received.push(event);
    arrivals.emit("arrival");
    (next.shift() ?? standing)(event, response, request.socket);
  }

  const server = createServer(certificate, (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("tlsClientError", () => undefined);
  const port = await listen(server, options.port);

  return {
    /** The certificate authority in PEM format. */
    ca: authority.cert,
    port,
    url: `https://${hostnames[0]}/hook`,
    connectTo: new Map(hostnames.map((name) => [name, { address: "127.0.0.1", port }])),
    received,
    /** The total number of connections made to it. */
    get connections() {
      return connections;
    },
    reply(reply: Reply) {
      standing = reply;
    },
    replyNext(...replies: Reply[]) {
      next.push(...replies);
    },
    /** Resolves once `count` events in total have arrived. */
    async receivedCount(count: number): Promise<void> {
      while (received.length < count) await once(arrivals, "arrival");
    },
    reset() {
      received.length = 0;
      next.length = 0;
      standing = answer(204);
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

import { once } from "node:events";
import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { Server } from "node:net";

/** Listens on a port of this machine, by default a free one. Returns the port. */
export async function listen(server: Server, port = 0, host = "127.0.0.1"): Promise<number> {
  await once(server.listen(port, host), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was assigned");
  return address.port;
}

/** Ends all connections, and stops listening. */
export async function close(server: HttpServer): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

/** Serves HTTP on a free port. A call that can't be answered is broken off. */
export async function serveHttp(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
) {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const port = await listen(server);
  return { server, port, url: `http://127.0.0.1:${port}`, stop: () => close(server) };
}

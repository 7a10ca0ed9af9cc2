import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
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

import { once } from "node:events";
import type { Server } from "node:net";

/** Starts a server of this machine, on a free port unless one is given. @returns the port */
export async function listen(server: Server, port = 0, host = "127.0.0.1"): Promise<number> {
  await once(server.listen(port, host), "listening");
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

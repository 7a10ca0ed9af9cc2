import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import { serveDirectly } from "#selfhost/direct-routes";

/** A server of this process, without the framework: it answers 418 where the framework would. */
export async function startOrigin() {
  const server = createServer((request, response) => {
    if (!serveDirectly(request, response)) response.writeHead(418).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { server, port, base: `http://127.0.0.1:${port}` };
}

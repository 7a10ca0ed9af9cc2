import { once } from "node:events";
import { createServer } from "node:http";
import { serveDirectly } from "#selfhost/direct-routes";

/** The API of this file's database, as the self-hosted server serves it. */
export async function startApiServer() {
  const server = createServer((request, response) => {
    if (!serveDirectly(request, response)) response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    baseUrl: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

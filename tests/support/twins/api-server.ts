import { createServer, type RequestListener } from "node:http";
import { serveDirectly } from "#server/http/direct-routes";
import { listen } from "#tests/support/twins/listen";

/**
 * The API of this file's database, as the self-hosted server serves it.
 *
 * @param serveOthers - responds to requests of other paths
 */
export async function startApiServer(
  serveOthers: RequestListener = (_, response) => response.writeHead(404).end(),
) {
  const server = createServer((request, response) => {
    if (!serveDirectly(request, response)) serveOthers(request, response);
  });
  return {
    baseUrl: `http://127.0.0.1:${await listen(server)}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

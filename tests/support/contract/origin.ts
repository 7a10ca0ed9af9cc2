import { serveDirectly } from "#server/http/direct-routes";
import { serveHttp } from "#tests/support/twins/listen";

/**
 * A server of this process, without the framework: it answers 418 where the framework would. It ends with
 * the process, so that test files can share it.
 */
export async function startOrigin() {
  const { server, port, url } = await serveHttp(async (request, response) => {
    if (!serveDirectly(request, response)) response.writeHead(418).end();
  });
  server.unref();
  return { server, port, base: url };
}

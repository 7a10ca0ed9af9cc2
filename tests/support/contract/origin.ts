import { afterAll } from "vitest";
import { serveDirectly } from "#server/http/direct-routes";
import { serveHttp } from "#tests/support/twins/listen";

/** A server of this process, without the framework: it answers 418 where the framework would. */
export async function startOrigin() {
  const { server, port, url, stop } = await serveHttp(async (request, response) => {
    if (!serveDirectly(request, response)) response.writeHead(418).end();
  });
  afterAll(stop);
  return { server, port, base: url };
}

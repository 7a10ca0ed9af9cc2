import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { serveEndpoints } from "#lib/http/serve-endpoint";

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Whether the framework would redirect or refuse this path in words of its own. */
function isOdd(url: string): boolean {
  const path = url.split("?")[0] ?? "";
  return /^[/\\]+v1([/\\]|$)/.test(path) && (/\/\/|\\/.test(path) || !isDecodable(path));
}

/**
 * Paths under `/v1` that never reach a route file (`/v1//forms`, `/v1/forms/%`) are unknown paths like
 * any other. Answers whether the request was one of them.
 */
export function createOddPathGuard() {
  const listener = getRequestListener(
    (request) => serveEndpoints([], request, { params: {}, defer: () => undefined }),
    { overrideGlobalObjects: false },
  );
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!isOdd(request.url ?? "")) return false;
    // No address can be built of some of these, and which of them it was is of no matter.
    request.url = "/v1/";
    void listener(request, response);
    return true;
  };
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { serveAccountEndpoints } from "#lib/http/serve-account";
import { serveEndpoints } from "#lib/http/serve-endpoint";

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Under which of the APIs the framework would redirect or refuse this path in words of its own, or
 * take `/v1/forms/` for `/v1/forms`.
 */
function oddIn(path: string): "v1" | "api" | null {
  const [, api] = /^[/\\]+(v1|api)(?:[/\\]|$)/.exec(path) ?? [];
  const isOdd = /\/\/|\\/.test(path) || !isDecodable(path);
  if (api === "v1" && (isOdd || path.endsWith("/"))) return "v1";
  return api === "api" && isOdd ? "api" : null;
}

const served = { params: {}, defer: () => undefined };

/**
 * Paths under `/v1` and `/api` that never reach a route file (`/v1//forms`, `/v1/forms/%`), or should
 * not (`/v1/forms/`), are unknown paths like any other. Answers whether the request was one of them.
 * Elsewhere a path that cannot be decoded, on which the framework breaks, is made one that names itself.
 */
export function createOddPathGuard() {
  const options = { overrideGlobalObjects: false };
  const listeners = {
    v1: getRequestListener((request) => serveEndpoints([], request, served), options),
    api: getRequestListener((request) => serveAccountEndpoints([], request, served), options),
  };
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const [path = "", ...query] = (request.url ?? "").split("?");
    const api = oddIn(path);
    if (api) {
      // No address can be built of some of these, and which of them it was is of no matter.
      request.url = `/${api}/`;
      void listeners[api](request, response);
      return true;
    }
    if (!isDecodable(path)) request.url = [path.replaceAll("%", "%25"), ...query].join("?");
    return false;
  };
}

import type { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { log } from "#lib/core/log";
import { serveIntake } from "#lib/http/intake/serve-intake";
import type { Defer } from "#lib/http/serve-endpoint";

const INTAKE_PATH = /^\/f\/([0-9A-Za-z]+)(?:\?|$)/;

/** Runs work once the answer has left this process, or its connection has broken. */
function afterAnswer(outgoing: EventEmitter): Defer {
  return (work) => {
    outgoing.once("close", () => {
      work().catch((err: unknown) => log().error({ err }, "deferred work failed"));
    });
  };
}

/**
 * The second mount of intake: node:http to the same function that the route file exports, without
 * the framework in between (see docs/decisions). Answers whether the request was its own.
 */
export function createNodeIntake() {
  const listener = getRequestListener(
    (request, { outgoing }) => {
      const publicKey = INTAKE_PATH.exec(new URL(request.url).pathname)?.[1] ?? "";
      return serveIntake(request, publicKey, afterAnswer(outgoing));
    },
    { overrideGlobalObjects: false },
  );
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== "POST" || !INTAKE_PATH.test(request.url ?? "")) return false;
    void listener(request, response);
    return true;
  };
}

import type { EventEmitter } from "node:events";
import { type IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { log } from "#lib/core/log";
import { settings } from "#lib/core/settings";
import { answerPreflight } from "#lib/http/intake/cors";
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

/** Intake answers in short texts: head and body leave in one write. */
async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const body = await response.text();
  const headers = Object.fromEntries(response.headers);
  // A 204 has no length (RFC 9110, 8.6).
  const length = response.status === 204 ? {} : { "content-length": Buffer.byteLength(body) };
  outgoing.writeHead(response.status, { ...headers, ...length });
  outgoing.end(body);
}

/**
 * The second mount of intake: node:http to the same functions that the route file exports, without
 * the framework in between (see docs/decisions). Answers whether the request was its own.
 */
export function createNodeIntake() {
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const publicKey = INTAKE_PATH.exec(incoming.url ?? "")?.[1] ?? "";
      if (!(outgoing instanceof ServerResponse)) throw new Error("intake only supports HTTP/1.1");
      const answer =
        request.method === "OPTIONS"
          ? await answerPreflight(request, publicKey)
          : await serveIntake(request, publicKey, afterAnswer(outgoing));
      await send(answer, outgoing);
      return RESPONSE_ALREADY_SENT;
    },
    // A request of HTTP/1.0 may come without a Host; intake serves whatever host it is called by.
    { overrideGlobalObjects: false, hostname: new URL(settings().baseUrl).host },
  );
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const isServed = request.method === "POST" || request.method === "OPTIONS";
    if (!isServed || !INTAKE_PATH.test(request.url ?? "")) return false;
    void listener(request, response);
    return true;
  };
}

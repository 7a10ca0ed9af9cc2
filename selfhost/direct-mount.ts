import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "#lib/core/log";
import { findManagementHandler, serveForm } from "#lib/http/route";
import type { Defer } from "#lib/http/serve-endpoint";
import { NodeRequest, sendResponse } from "#selfhost/node-message";

const FORM_PATH = /^\/f\/([0-9A-Za-z]+)$/;
const MANAGEMENT_PATH = /^\/v1(\/|$)/;
/** Paths that are the same once they are normalized. */
const PLAIN_PATH = /^[\w/-]*$/;

/** Runs work once the response has been sent, or its connection has closed. */
function deferUntilClosed(outgoing: ServerResponse): Defer {
  return (work) => {
    const run = () => {
      work().catch((err: unknown) => log().error({ err }, "deferred work failed"));
    };
    if (outgoing.closed) run();
    else outgoing.once("close", run);
  };
}

function findHandler(path: string) {
  const publicKey = FORM_PATH.exec(path)?.[1];
  if (publicKey) return { handle: serveForm, params: { publicKey } };
  if (!MANAGEMENT_PATH.test(path)) return null;
  const isPlain = PLAIN_PATH.test(path);
  return findManagementHandler(isPlain ? path : new URL(`http://localhost${path}`).pathname);
}

/**
 * Serves a form's address or a management request with the functions that the route files export,
 * without the framework in between.
 *
 * @returns null where the request is none of these
 */
export function serveDirectly(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> | null {
  const [path = ""] = (incoming.url ?? "").split("?");
  const found = findHandler(path);
  if (!found) return null;
  const context = { params: found.params, defer: deferUntilClosed(outgoing) };
  return found
    .handle(new NodeRequest(incoming), context)
    .then((response) => sendResponse(response, outgoing));
}

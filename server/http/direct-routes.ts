import type { IncomingMessage, ServerResponse } from "node:http";
import { type Handler, serveWith } from "#lib/entry/http/handler";
import { serveForm } from "#lib/entry/intake/serve-form";
import { serveManagement } from "#lib/entry/management/serve-management";
import { serveMcp } from "#lib/entry/mcp/serve-mcp";
import { serveInternalApi } from "#lib/entry/operations/serve-operations";
import { deferUntilClosed, send, toRequest } from "#server/http/node-http";

const HANDLERS: ReadonlyMap<string, Handler> = new Map([
  ["f", serveForm],
  ["v1", serveManagement],
  ["api", serveInternalApi],
  ["mcp", serveMcp],
]);

const FIRST_SEGMENT = /^\/([^/?]*)/;

/**
 * Serves everything under `/f`, `/v1`, `/api`, and `/mcp` with the functions behind the route files,
 * without the framework in between.
 *
 * @returns null for every other address
 */
export function serveDirectly(incoming: IncomingMessage, outgoing: ServerResponse) {
  const [, prefix = ""] = FIRST_SEGMENT.exec(incoming.url ?? "") ?? [];
  const handle = HANDLERS.get(prefix);
  if (!handle) return null;
  return serveWith(handle)(toRequest(incoming), deferUntilClosed(outgoing)).then((response) =>
    send(response, outgoing),
  );
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { RequestLog } from "#lib/http/request-log";

/** Paths whose handlers write their own line, and files that are no requests of anybody. */
const LOGGED_ELSEWHERE = /^\/(v1|f|api|_next)(\/|$)/;
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** One line for a page: its path with ids left out, and nothing of its query, which may hold a token. */
export function logPage(request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? "").split("?")[0] ?? "";
  if (LOGGED_ELSEWHERE.test(path)) return;
  const route = path.replace(ID, "{id}").slice(0, 120);
  const entry = new RequestLog("", request.method ?? "", route);
  response.once("close", () => {
    const requestId = String(response.getHeader("X-Request-Id") ?? "");
    entry.write(response.statusCode, requestId);
  });
}

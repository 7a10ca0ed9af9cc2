import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * A client may leave before the answer. Where proxy.ts has seen a request with a body, the framework
 * has put a copy of the body in the request's place, and with it taken away every listener: the error
 * of the broken connection would reach no one, and end the process.
 */
export function ignoreLateAbort(request: IncomingMessage, response: ServerResponse): void {
  response.once("close", () => request.on("error", () => undefined));
}

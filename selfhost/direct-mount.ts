import { type IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { log } from "#lib/core/log";
import type { Defer, HttpRequest, HttpResponse } from "#lib/http/message";
import { type Handler, inRequestSpan, serveForm, serveManagement } from "#lib/http/route";
import { serveMcp } from "#lib/mcp/serve-mcp";

const FORM_PATH = /^\/f\/([0-9A-Za-z]+)$/;
const MANAGEMENT_PATH = /^\/v1(\/|$)/;

/** The next chunk of a body. Nothing is read ahead: what no one asks for waits in the socket. */
function nextChunk(incoming: IncomingMessage): Promise<IteratorResult<Uint8Array>> {
  return new Promise((resolve, reject) => {
    const read = () => {
      const value: Buffer | null = incoming.read();
      const isComplete = incoming.complete && incoming.readableLength === 0;
      if (value === null && !isComplete && !incoming.destroyed) return false;
      incoming.off("readable", read).off("close", read);
      if (value) resolve({ value, done: false });
      else if (isComplete) resolve({ value: undefined, done: true });
      else reject(new Error("the client disconnected"));
      return true;
    };
    if (!read()) incoming.on("readable", read).on("close", read);
  });
}

function toRequest(incoming: IncomingMessage): HttpRequest {
  const { method = "", url = "", headers } = incoming;
  const get = (name: string) => headers[name]?.toString() ?? null;
  const has = (name: string) => headers[name] !== undefined;
  const body = { [Symbol.asyncIterator]: () => ({ next: () => nextChunk(incoming) }) };
  return { method, url, headers: { get, has }, body };
}

/** A client that leaves cancels the stream; a stream that fails cuts off the response. */
async function sendStream(body: ReadableStream, outgoing: ServerResponse): Promise<void> {
  try {
    await pipeline(body, outgoing);
  } catch (err) {
    const { code } = err as NodeJS.ErrnoException;
    if (code !== "ERR_STREAM_PREMATURE_CLOSE") log().error({ err }, "a download failed midway");
  }
}

/** Head and body of a text are sent in one write, and its handler has set every header. */
function sendText(text: string, { status, headers }: HttpResponse, outgoing: ServerResponse): void {
  // A 204 has no length (RFC 9110, 8.6).
  if (status !== 204) headers["Content-Length"] = `${Buffer.byteLength(text)}`;
  // Past the guard's own `writeHead`, which looks at each header to add those that are missing.
  ServerResponse.prototype.writeHead.call(outgoing, status, headers);
  outgoing.end(text);
}

async function send(response: HttpResponse, outgoing: ServerResponse): Promise<void> {
  const { req } = outgoing;
  // The rest of a body that was read in part is dropped, so that its sender gets to read the response.
  if (!req.complete) outgoing.once("finish", () => req.removeAllListeners("readable").resume());
  const { status, headers, body } = response;
  if (typeof body === "string" || body === null) return sendText(body ?? "", response, outgoing);
  outgoing.writeHead(status, headers);
  return sendStream(body, outgoing);
}

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

type Found = { handle: Handler; params: Record<string, string> };

function findHandler(target: string): Found | null {
  const [path = ""] = target.split("?");
  const publicKey = FORM_PATH.exec(path)?.[1];
  if (publicKey) return { handle: serveForm, params: { publicKey } };
  if (path === "/mcp") return { handle: serveMcp, params: {} };
  return MANAGEMENT_PATH.test(path) ? { handle: serveManagement, params: {} } : null;
}

/**
 * Serves a form's address, a management request or an MCP message with the handlers behind the route
 * files, without the framework in between.
 *
 * @returns null where the request is none of these
 */
export function serveDirectly(request: IncomingMessage, response: ServerResponse) {
  const found = findHandler(request.url ?? "");
  if (!found) return null;
  const context = { params: found.params, defer: deferUntilClosed(response) };
  return inRequestSpan(found.handle)(toRequest(request), context).then((made) =>
    send(made, response),
  );
}

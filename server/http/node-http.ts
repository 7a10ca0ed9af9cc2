import type { IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream";
import { pipeline } from "node:stream/promises";
import { log } from "#lib/core/telemetry/log";
import type { Defer, HttpRequest, HttpResponse } from "#lib/entry/http/http-types";

/** A body up to this size is read to its end after an early response, and its connection stays open. */
const SMALL_BODY_BYTES = 64 * 1024;
/** How long the rest of a larger one is read and dropped, so that its sender gets to read the response. */
const LINGER_MS = 10_000;

/** Reads the next chunk of a body. Nothing is read ahead: unread data waits in the socket. */
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

/** A request of Node's server as handlers take it. */
export function toRequest(incoming: IncomingMessage): HttpRequest {
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

const ABSOLUTE_TARGET = /^https?:\/\/([^/?#]*)([^#]*)/i;

/**
 * Converts a target with a host to a path. That host takes precedence over the header (RFC 9112, 3.2.2).
 */
export function toOriginForm(incoming: IncomingMessage): void {
  const [, host, target = ""] = ABSOLUTE_TARGET.exec(incoming.url ?? "") ?? [];
  if (host === undefined) return;
  incoming.headers.host = host;
  incoming.url = target.startsWith("/") ? target : `/${target}`;
}

/**
 * Returns whether a request contains several hosts, because a proxy may have checked a different
 * one.
 */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") hosts += 1;
  return hosts > 1;
}

function isSmall({ headers }: IncomingMessage): boolean {
  return Number(headers["content-length"] ?? Number.NaN) <= SMALL_BODY_BYTES;
}

/** Drops data after a response for a while, and then closes the connection. */
function endConnection(outgoing: ServerResponse): void {
  const { req } = outgoing;
  const end = () => outgoing.end();
  const timer = setTimeout(end, LINGER_MS);
  finished(req, { writable: false }, () => {
    clearTimeout(timer);
    end();
  });
  req.removeAllListeners("readable").resume();
}

/** Head and body are sent in one write. */
function sendText(text: string, { status, headers }: HttpResponse, outgoing: ServerResponse): void {
  const { req } = outgoing;
  // These statuses have no body (RFC 9110, 8.6).
  if (status !== 204 && status !== 304) headers["Content-Length"] = `${Buffer.byteLength(text)}`;
  if (req.complete || isSmall(req)) {
    if (!req.complete) outgoing.once("finish", () => req.removeAllListeners("readable").resume());
    outgoing.writeHead(status, headers).end(text);
    return;
  }
  // The length shows where the response ends. Ending the connection now would cut off a sender that is
  // still sending, and so the response.
  outgoing.writeHead(status, { ...headers, Connection: "close" }).write(text);
  endConnection(outgoing);
}

/** Sends a handler's response. */
export async function send(response: HttpResponse, outgoing: ServerResponse): Promise<void> {
  const { status, headers, body, cookies } = response;
  if (cookies.length > 0) outgoing.setHeader("Set-Cookie", cookies);
  if (typeof body === "string" || body === null) return sendText(body ?? "", response, outgoing);
  outgoing.writeHead(status, headers);
  return sendStream(body, outgoing);
}

type Work = Parameters<Defer>[0];

function runDeferred(work: Work): void {
  work().catch((err: unknown) => log().error({ err }, "deferred work failed"));
}

/** Runs work once the response has been sent, or its connection has closed. */
export function deferUntilClosed(outgoing: ServerResponse): Defer {
  const waiting: Work[] = [];
  return (work) => {
    if (outgoing.closed) return runDeferred(work);
    waiting.push(work);
    // One listener for all, because a request to /mcp with many calls defers just as often.
    if (waiting.length === 1) outgoing.once("close", () => waiting.forEach(runDeferred));
  };
}

import { type IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { log } from "#lib/core/log";
import type { HttpRequest, HttpResponse } from "#lib/http/message";

/** The next chunk of a body. It isn't read ahead: what isn't asked for waits in the socket. */
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

/** A request of a Node server, without a copy of anything. */
export class NodeRequest implements HttpRequest {
  readonly headers = this;
  private readonly incoming: IncomingMessage;

  constructor(incoming: IncomingMessage) {
    this.incoming = incoming;
  }

  get method(): string {
    return this.incoming.method ?? "";
  }

  get url(): string {
    return this.incoming.url ?? "";
  }

  get body(): AsyncIterable<Uint8Array> {
    const next = () => nextChunk(this.incoming);
    return { [Symbol.asyncIterator]: () => ({ next }) };
  }

  get(name: string): string | null {
    return this.incoming.headers[name]?.toString() ?? null;
  }

  has(name: string): boolean {
    return this.incoming.headers[name] !== undefined;
  }
}

function isAbort(failure: unknown): boolean {
  return (
    failure instanceof Error && "code" in failure && failure.code === "ERR_STREAM_PREMATURE_CLOSE"
  );
}

/** Reads the rest of a body that was read in part, so that its sender gets to read the response. */
function dropRest({ req }: ServerResponse): void {
  req.removeAllListeners("readable").resume();
}

/**
 * Sends a response whose handler has set every header. Text leaves in one write with its head. A client
 * that leaves cancels a stream; a stream that fails cuts off the response.
 */
export async function sendResponse(response: HttpResponse, outgoing: ServerResponse) {
  const { status, headers, body } = response;
  if (!outgoing.req.complete) outgoing.once("finish", () => dropRest(outgoing));
  if (typeof body === "string" || body === null) {
    const text = body ?? "";
    // A 204 has no length (RFC 9110, 8.6).
    if (status !== 204) headers["Content-Length"] = `${Buffer.byteLength(text)}`;
    // Past the guard's own `writeHead`, which looks at each header to add those that are missing.
    ServerResponse.prototype.writeHead.call(outgoing, status, headers);
    outgoing.end(text);
    return;
  }
  try {
    outgoing.writeHead(status, headers);
    await pipeline(body, outgoing);
  } catch (err) {
    if (!isAbort(err)) log().error({ err }, "a download failed midway");
  }
}

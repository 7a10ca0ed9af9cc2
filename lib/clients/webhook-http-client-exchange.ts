import type { TLSSocket } from "node:tls";
import { Client, type Dispatcher } from "undici";
import { exchangeFailure } from "#lib/clients/webhook-call-error";
import type { CallTarget } from "#lib/clients/webhook-http-client-resolve";

/** Bytes of a response body that are read. */
export const MAX_BODY_BYTES = 16_384;
const MAX_HEADER_BYTES = 16_384;
/** How long a connection may stay idle: shorter than endpoints keep theirs. */
const IDLE_MS = 2_000;
const IDLE_MARGIN_MS = 1_000;

/** A response: complete status and headers, and the body as far as it was read. */
export type RawResponse = {
  status: number;
  retryAfter: string | null;
  body: Buffer;
  /** Whether there was, or may have been, more. */
  isTruncated: boolean;
};

/** An undici client that uses this socket and never opens another one. */
export function openClient(origin: string, socket: TLSSocket): Client {
  let given: TLSSocket | null = socket;
  return new Client(origin, {
    connect: (_options, callback) => {
      const ready = given;
      given = null;
      queueMicrotask(() =>
        ready && !ready.destroyed
          ? callback(null, ready)
          : callback(new Error("the connection has ended"), null),
      );
    },
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    keepAliveTimeoutThreshold: IDLE_MARGIN_MS,
  });
}

class ResponseReader implements Dispatcher.DispatchHandler {
  private status = 0;
  private retryAfter: string | null = null;
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private readonly settle: (response: RawResponse) => void;
  private readonly fail: (failure: unknown) => void;

  constructor(settle: (response: RawResponse) => void, fail: (failure: unknown) => void) {
    this.settle = settle;
    this.fail = fail;
  }

  onRequestStart(): void {}

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.status = status;
    const given = headers["retry-after"];
    this.retryAfter = typeof given === "string" ? given : null;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = MAX_BODY_BYTES - this.size;
    this.chunks.push(chunk.subarray(0, room));
    this.size += Math.min(room, chunk.length);
    if (chunk.length > room) controller.abort(new Error("enough of the response was read"));
  }

  onResponseEnd(): void {
    this.end(false);
  }

  onResponseError(_controller: Dispatcher.DispatchController, failure: Error): void {
    if (this.status >= 200) this.end(true);
    else this.fail(exchangeFailure(failure));
  }

  private end(isTruncated: boolean): void {
    const { status, retryAfter } = this;
    this.settle({ status, retryAfter, body: Buffer.concat(this.chunks), isTruncated });
  }
}

/**
 * Sends one POST over a connection and reads the response. Complete headers are enough to resolve,
 * even if the body breaks off. An abort, or a body that is too long, closes the connection.
 *
 * @throws {WebhookCallError} when there are no complete headers; the signal's reason when it aborts
 */
export function exchange(
  client: Client,
  target: CallTarget,
  request: { headers: Readonly<Record<string, string>>; body: string },
  signal: AbortSignal,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const onAbort = () => void client.destroy(signal.reason as Error).catch(() => undefined);
    const settled = <T>(next: (value: T) => void) => {
      return (value: T) => {
        signal.removeEventListener("abort", onAbort);
        next(value);
      };
    };
    const fail = (failure: unknown) => reject(signal.aborted ? signal.reason : failure);
    signal.addEventListener("abort", onAbort, { once: true });
    client.dispatch(
      { method: "POST", path: target.path, headers: request.headers, body: request.body },
      new ResponseReader(settled(resolve), settled(fail)),
    );
    if (signal.aborted) onAbort();
  });
}

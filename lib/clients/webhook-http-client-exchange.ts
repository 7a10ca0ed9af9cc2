import type { TLSSocket } from "node:tls";
import { Client } from "undici";
import { exchangeFailure } from "#lib/clients/webhook-call-error";
import type { CallTarget } from "#lib/clients/webhook-http-client-resolve";

/** Bytes of a response body that are read. */
const MAX_BODY_BYTES = 16_384;
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

/**
 * Sends one POST over a connection and reads the response. Complete headers are enough to resolve,
 * even if the body breaks off. An abort, or a body that is too long, closes the connection.
 *
 * @throws {WebhookCallError} when there are no complete headers; the signal's reason when it aborts
 */
export async function exchange(
  client: Client,
  target: CallTarget,
  request: { headers: Readonly<Record<string, string>>; body: string },
  signal: AbortSignal,
): Promise<RawResponse> {
  const { path } = target;
  const { headers, body } = request;
  const response = await client
    .request({ method: "POST", path, headers, body, signal })
    .catch((failure: unknown) => {
      throw signal.aborted ? signal.reason : exchangeFailure(failure);
    });
  const retryAfter = response.headers["retry-after"];
  return {
    status: response.statusCode,
    retryAfter: typeof retryAfter === "string" ? retryAfter : null,
    ...(await readStart(response.body)),
  };
}

async function readStart(body: AsyncIterable<Buffer>) {
  const chunks: Buffer[] = [];
  let room = MAX_BODY_BYTES;
  let isTruncated = false;
  try {
    for await (const chunk of body) {
      chunks.push(chunk.subarray(0, room));
      isTruncated = chunk.length > room;
      if (isTruncated) break;
      room -= chunk.length;
    }
  } catch {
    isTruncated = true;
  }
  return { body: Buffer.concat(chunks), isTruncated };
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "#lib/core/errors";
import { type BodyBudget, bodyBudget } from "#lib/http/body-budget";
import { MAX_PAGE_BODY_BYTES, PAGE_BODY_TOO_LARGE } from "#lib/http/page-body";

/** Intake and the APIs bound the bodies that they read. */
const HAS_OWN_LIMIT = /^\/(f|v1|api)([/?]|$)/;

/** Every chunk is kept as an object of its own, which takes this much memory at least. */
const MIN_CHUNK_BYTES = 512;

function reject(response: ServerResponse, { status, message, retryAfterSeconds }: AppError): void {
  if (response.headersSent) return;
  // A client may have asked to close the connection. Closed while it still sends, it would never read
  // the response.
  response.shouldKeepAlive = true;
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(message),
    "X-Content-Type-Options": "nosniff",
    ...(retryAfterSeconds === undefined ? {} : { "Retry-After": retryAfterSeconds }),
  });
  response.end(message);
}

const tooLarge = () => new AppError("body_too_large", PAGE_BODY_TOO_LARGE);

/**
 * Limits the body of a request for a page, which the framework would keep in memory up to its own,
 * larger limit. It is counted as it arrives, whatever Content-Length says, and counts against the body
 * budget. Past the limit the request is rejected here, the rest of the body is dropped, and then the
 * connection is closed, so that the framework doesn't wait for the rest.
 */
export function limitPageBody(
  request: IncomingMessage,
  response: ServerResponse,
  budget: BodyBudget = bodyBudget(),
): void {
  if (HAS_OWN_LIMIT.test(request.url ?? "")) return;
  let takenBytes = 0;
  let isRejected = false;
  const fail = (error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    isRejected = true;
    reject(response, error);
    // Node forgets a request once it has a response, even while the framework reads it. With an error
    // the framework would print a stack each time.
    request.socket.once("close", () => request.destroy());
  };
  const take = (bytes: number) => {
    if (takenBytes + bytes > MAX_PAGE_BODY_BYTES) throw tooLarge();
    budget.take(bytes, takenBytes + bytes);
    takenBytes += bytes;
  };
  if (Number(request.headers["content-length"] ?? 0) > MAX_PAGE_BODY_BYTES) fail(tooLarge());
  // The parser calls this with every chunk, and with null at the end. A listener would take the chunks
  // away from the framework.
  const push = request.push.bind(request);
  request.push = (chunk: Buffer | null, encoding) => {
    try {
      if (chunk && !isRejected) take(Math.max(chunk.byteLength, MIN_CHUNK_BYTES));
    } catch (error) {
      fail(error);
    }
    if (!isRejected) return push(chunk, encoding);
    if (!chunk) request.socket.destroySoon();
    return true;
  };
  response.once("close", () => budget.give(takenBytes));
}

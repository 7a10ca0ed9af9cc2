import { AppError } from "#lib/core/errors";
import { settings } from "#lib/core/settings/settings";
import { type HttpRequest, mediaTypeOf } from "#lib/entry/http/http-types";

/**
 * Bodies up to this size may use the whole budget. Larger ones have to leave a quarter of it to
 * them.
 */
const SMALL_BODY_BYTES = 64 * 1024;
const LARGE_BODY_SHARE = 3 / 4;
const RETRY_AFTER_SECONDS = 2;

/** Limits the total bytes of request bodies in memory. */
export class BodyBudget {
  private readonly totalBytes: number;
  private reservedBytes = 0;

  constructor(totalBytes: number) {
    this.totalBytes = totalBytes;
  }

  /**
   * @param bodyBytes - size of the body that the bytes belong to, as far as it is known
   * @throws {AppError} service_unavailable when there is no room
   */
  reserve(bytes: number, bodyBytes: number): void {
    const isSmall = bodyBytes <= SMALL_BODY_BYTES;
    const limit = isSmall ? this.totalBytes : this.totalBytes * LARGE_BODY_SHARE;
    if (this.reservedBytes + bytes > limit)
      throw new AppError(
        "service_unavailable",
        "The service is receiving too much data right now. Try again in a few seconds.",
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    this.reservedBytes += bytes;
  }

  release(bytes: number): void {
    this.reservedBytes -= bytes;
  }

  get bytesInUse(): number {
    return this.reservedBytes;
  }
}

let budget: BodyBudget | undefined;

export function bodyBudget(): BodyBudget {
  budget ??= new BodyBudget(settings().bodyBudgetBytes);
  return budget;
}

/** A connection with 300 kbit/s uploads a MiB in 28 s. */
const MS_PER_MIB = 30_000;
const MIN_TOTAL_MS = 120_000;

export function longestBodyMs(maxBytes: number): number {
  return Math.max(MIN_TOTAL_MS, (maxBytes / 1024 / 1024) * MS_PER_MIB);
}

/** The minimum speed of a body. */
const bodyPace = (maxBytes: number) => ({
  /** How long any body may take, even a small one. */
  graceMs: 10_000,
  /** The minimum average speed after that. */
  bytesPerSecond: 1024,
  totalMs: longestBodyMs(maxBytes),
});
type BodyPace = ReturnType<typeof bodyPace>;

/** Bodies with a declared length up to this may take as long as if they had fully arrived. */
const MAX_TRUSTED_BYTES = 16 * 1024;

/**
 * The maximum number of tiny chunks. Every chunk costs time: a body of 4 MiB in chunks of one byte took a
 * minute.
 */
const MAX_TINY_CHUNKS = 4096;
const TINY_CHUNK_BYTES = 256;

export type BodyLimits = {
  maxBytes: number;
  tooLarge: () => AppError;
  pace?: BodyPace;
  budget?: BodyBudget;
};

/**
 * Thrown when the sender left or stalled in the middle of the body, so that there's no one to
 * respond to.
 */
export class RequestAborted extends AppError {
  constructor(message: string, cause?: unknown) {
    super("validation_failed", message, { cause });
  }
}

/** Returns the value of Content-Length; null if it's missing or invalid. */
function declaredLength(request: HttpRequest): number | null {
  const text = request.headers.get("content-length") ?? "";
  return /^\d+$/.test(text) ? Number(text) : null;
}

function deadlineMs(pace: BodyPace, receivedBytes: number): number {
  return Math.min(pace.totalMs, pace.graceMs + (receivedBytes / pace.bytesPerSecond) * 1000);
}

/** Waits no longer than `leftMs`. The stream isn't canceled: that could cut off the response. */
function inTime<T>(reading: Promise<T>, leftMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const tooSlow = () => reject(new RequestAborted("The body arrived too slowly."));
    const timer = setTimeout(tooSlow, Math.max(0, leftMs));
    const onAbort = (cause: unknown) =>
      reject(new RequestAborted("The connection closed before the whole body arrived.", cause));
    reading.finally(() => clearTimeout(timer)).then(resolve, onAbort);
  });
}

/**
 * Collects bytes in one buffer, so that a body in a million chunks uses no more memory than its
 * size.
 */
class GrowingBytes {
  private readonly budget: BodyBudget;
  private readonly expectedBytes: number;
  private store = new ArrayBuffer(0);
  private size = 0;

  constructor(budget: BodyBudget, expectedBytes: number) {
    this.budget = budget;
    this.expectedBytes = expectedBytes;
  }

  get byteLength(): number {
    return this.size;
  }

  get bytes(): Uint8Array {
    return new Uint8Array(this.store, 0, this.size);
  }

  /** @throws {AppError} service_unavailable when the budget has no room */
  append(chunk: Uint8Array): void {
    const needed = this.size + chunk.byteLength;
    if (needed > this.store.byteLength) this.grow(needed);
    new Uint8Array(this.store).set(chunk, this.size);
    this.size = needed;
  }

  release(): void {
    this.budget.release(this.store.byteLength);
    this.store = new ArrayBuffer(0);
    this.size = 0;
  }

  private grow(needed: number): void {
    const { byteLength } = this.store;
    const capacity = Math.max(needed, Math.min(2 * byteLength, this.expectedBytes));
    this.budget.reserve(capacity, Math.max(capacity, this.expectedBytes));
    // Frees the rest. A copy would keep it until the next garbage collection.
    this.store = this.store.transfer(capacity);
    this.budget.release(byteLength);
  }
}

function tooManyChunks(): AppError {
  return new AppError(
    "validation_failed",
    "The body arrived in too many small chunks. Send it with a Content-Length, or in larger chunks.",
    { details: [{ path: "", message: "must arrive in larger chunks" }] },
  );
}

/** Stops without ending the body: that would cut the connection before the response is out. */
async function receive(request: HttpRequest, limits: BodyLimits, received: GrowingBytes) {
  const { maxBytes, tooLarge, pace = bodyPace(limits.maxBytes) } = limits;
  const startedAt = performance.now();
  const declared = declaredLength(request) ?? 0;
  const trustedBytes = declared > MAX_TRUSTED_BYTES ? 0 : declared;
  const body = request.body?.[Symbol.asyncIterator]();
  for (let chunks = 0; body; chunks += 1) {
    const takenMs = performance.now() - startedAt;
    const leftMs = deadlineMs(pace, Math.max(trustedBytes, received.byteLength)) - takenMs;
    const { done, value } = await inTime(body.next(), leftMs);
    if (done) return;
    if (received.byteLength + value.byteLength > maxBytes) throw tooLarge();
    if (chunks > MAX_TINY_CHUNKS + received.byteLength / TINY_CHUNK_BYTES) throw tooManyChunks();
    received.append(value);
  }
}

/**
 * Reads a body and passes it to `use`. Bytes are counted as they arrive, independent of Content-Length,
 * and count against the body budget of this process until `use` has ended: nothing may refer to them
 * after that.
 *
 * @throws {AppError} what `tooLarge` makes; validation_failed for too many tiny chunks;
 *   service_unavailable when too much is being received at once; {@link RequestAborted}
 */
export async function withBody<T>(
  request: HttpRequest,
  limits: BodyLimits,
  use: (bytes: Uint8Array) => T | Promise<T>,
): Promise<T> {
  const { maxBytes, tooLarge, budget = bodyBudget() } = limits;
  const declared = declaredLength(request);
  if (declared !== null && declared > maxBytes) throw tooLarge();
  const received = new GrowingBytes(budget, declared ?? maxBytes);
  try {
    await receive(request, limits, received);
    return await use(received.bytes);
  } finally {
    received.release();
  }
}

/**
 * Reads the fields of a small urlencoded body.
 *
 * @throws {AppError} unsupported_media_type, body_too_large, and what {@link withBody} throws
 */
export async function readFormFields(
  request: HttpRequest,
  maxBytes = 32 * 1024,
): Promise<URLSearchParams> {
  if (mediaTypeOf(request.headers) !== "application/x-www-form-urlencoded")
    throw new AppError(
      "unsupported_media_type",
      "Unsupported content type. Submit this page's form in a browser.",
    );
  const tooLarge = () =>
    new AppError(
      "body_too_large",
      `This form is too large. It can be at most ${maxBytes / 1024} KiB.`,
    );
  return withBody(
    request,
    { maxBytes, tooLarge },
    (bytes) => new URLSearchParams(new TextDecoder().decode(bytes)),
  );
}

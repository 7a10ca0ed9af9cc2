import { AppError } from "#lib/core/errors";
import { singleton } from "#lib/core/singleton";
import { log } from "#lib/core/telemetry/log";

type Chunk = { done?: boolean | undefined; value?: Uint8Array | undefined };

/**
 * A stream that produces bytes only as fast as they're read. If producing them fails, the stream
 * errors: the status was already sent, so only a broken connection shows that data is missing.
 */
export function streamBytes(
  next: () => Promise<Chunk>,
  cancel: () => Promise<unknown>,
): ReadableStream<Uint8Array> {
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          await nextTurn();
          const { done, value } = await next();
          if (isCancelled) return;
          if (value) controller.enqueue(value);
          if (done) controller.close();
        } catch (err) {
          log().error({ err }, "an export failed before its end");
          controller.error(err);
        }
      },
      async cancel() {
        isCancelled = true;
        await cancel();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The keys of the exports in progress in this process. */
const exporting = singleton("exports", () => new Set<string>());

/**
 * Runs one export of a key at a time, because each uses some megabytes of memory. It ends when it was read, failed, or
 * was cancelled.
 *
 * @param key - whose export it is
 * @throws {AppError} rate_limited while another one runs
 */
export async function exportAlone(
  key: string,
  open: () => Promise<ReadableStream<Uint8Array>>,
): Promise<ReadableStream<Uint8Array>> {
  if (exporting.has(key))
    throw new AppError(
      "rate_limited",
      "Another export is still running. Wait until it's finished, or cancel its download.",
      { retryAfterSeconds: 30 },
    );
  exporting.add(key);
  const release = () => exporting.delete(key);
  const orRelease = (failure: unknown): never => {
    release();
    throw failure;
  };
  const reader = (await open().catch(orRelease)).getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch(orRelease);
        if (value) controller.enqueue(value);
        if (!done) return;
        release();
        controller.close();
      },
      cancel: () => reader.cancel().finally(release),
    },
    { highWaterMark: 0 },
  );
}

/** Returns texts as a {@link streamBytes stream} of UTF-8 bytes. */
export function streamText(texts: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return streamBytes(
    async () => {
      const { done, value } = await texts.next();
      return done ? { done } : { value: encoder.encode(value) };
    },
    () => texts.return(),
  );
}

const SLICE_MS = 5;

let last: Promise<void> = Promise.resolve();

/**
 * Waits until the event loop has handled everything else that was ready. One caller continues per turn
 * of the event loop, so no number of large responses keeps other requests waiting.
 */
export function nextTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}

let lastRead: Promise<unknown> = Promise.resolve();

/**
 * Reads one large batch after another. Otherwise, the event loop would receive the ready data of several
 * connections in one turn.
 */
export function readAlone<Batch>(read: () => Promise<Batch>): Promise<Batch> {
  const batch = lastRead.then(read);
  lastRead = batch.catch(() => undefined);
  return batch;
}

/** Works like `Array.map`, but splits work of more than a few milliseconds into several turns. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let startedAt = performance.now();
  for (const item of items) {
    results.push(map(item));
    if (performance.now() - startedAt < SLICE_MS) continue;
    await nextTurn();
    startedAt = performance.now();
  }
  return results;
}

/**
 * Splits a list into chunks that fit into memory: at most so many items, and at most so many bytes unless a single item
 * has more.
 */
export function chunksOf<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  { maxItems, maxBytes }: { maxItems: number; maxBytes: number },
): Item[][] {
  const chunks: Item[][] = [];
  let bytes = 0;
  for (const item of items) {
    const last = chunks.at(-1);
    bytes += sizeOf(item);
    if (last && last.length < maxItems && bytes <= maxBytes) last.push(item);
    else {
      chunks.push([item]);
      bytes = sizeOf(item);
    }
  }
  return chunks;
}

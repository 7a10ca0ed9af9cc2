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

/** The keys of the exports that this process is making. */
const exporting = singleton("exports", () => new Set<string>());

/**
 * Makes one export of a key at a time: each holds some megabytes in memory. It ends when it was read, failed, or was cancelled.
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

/** Texts as a {@link streamBytes stream} of UTF-8 bytes. */
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
 * Waits until the event loop has served what else was ready. One caller continues per turn of the event
 * loop, so no number of large responses keeps other requests waiting.
 */
export function nextTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}

let lastRead: Promise<unknown> = Promise.resolve();

/** Reads one large batch after another: the event loop takes in at once what several connections have ready. */
export function readAlone<Batch>(read: () => Promise<Batch>): Promise<Batch> {
  const batch = lastRead.then(read);
  lastRead = batch.catch(() => undefined);
  return batch;
}

/** Like `Array.map`, but a list that takes more than a few milliseconds is mapped in several turns. */
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

/** Splits a list into chunks that fit into memory: of at most so many items, and so many bytes unless one alone has more. */
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

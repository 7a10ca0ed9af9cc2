import { isConnectionError } from "#lib/adapters/db/connection-error";
import { AppError } from "#lib/core/errors";

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (failure: unknown) => void;
  /** True if the caller has given up. */
  hasLeft: boolean;
};

type Options<Item, Result> = {
  /** Returns one result per item, in order. */
  run: (items: readonly Item[]) => Promise<readonly Result[]>;
  maxItems: number;
  maxRunning: number;
  /** The maximum number of items that may wait for their batch. */
  maxWaiting?: number;
  /** How long a caller waits for its result. A batch that is already running may still succeed. */
  deadlineMs?: number;
};

function overloaded(): AppError {
  return new AppError(
    "service_unavailable",
    "The service is temporarily overloaded. Try again in a moment.",
    { retryAfterSeconds: 5 },
  );
}

/**
 * Batches calls that arrive while a statement runs into the next one: many rows, one round trip, one
 * commit. When a batch fails, each item is tried alone, so that one bad row fails alone.
 *
 * @returns a function that throws {AppError} service_unavailable past `maxWaiting` or `deadlineMs`
 */
export function batchStatements<Item, Result>(
  options: Options<Item, Result>,
): (item: Item) => Promise<Result> {
  const { run, maxItems, maxRunning, maxWaiting = Number.POSITIVE_INFINITY, deadlineMs } = options;
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;

  /** Resolves once the batch is decided. Calling the result delivers the outcomes to the callers. */
  async function runTogether(batch: readonly Waiting<Item, Result>[]): Promise<() => void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error("a batch lost some of its results");
      return () => {
        for (const [index, result] of results.entries()) batch[index]?.resolve(result);
      };
    } catch (failure) {
      if (batch.length > 1 && !isConnectionError(failure)) return runOneByOne(batch);
      return () => {
        for (const { reject } of batch) reject(failure);
      };
    }
  }

  async function runOneByOne(batch: readonly Waiting<Item, Result>[]): Promise<() => void> {
    const deliveries: (() => void)[] = [];
    for (const one of batch) if (!one.hasLeft) deliveries.push(await runTogether([one]));
    return () => {
      for (const deliver of deliveries) deliver();
    };
  }

  async function runNext(): Promise<void> {
    if (running >= maxRunning || waiting.length === 0) return;
    running += 1;
    const batch = waiting.slice(0, maxItems);
    waiting = waiting.slice(maxItems);
    const deliver = await runTogether(batch);
    running -= 1;
    void runNext();
    // Lets the database get its next statement before this process continues the callers' work.
    if (running > 0) await new Promise((resolve) => setImmediate(resolve));
    deliver();
  }

  function giveUp(late: Waiting<Item, Result>): void {
    late.hasLeft = true;
    waiting = waiting.filter((one) => one !== late);
    late.reject(overloaded());
  }

  return async (item) => {
    if (waiting.length >= maxWaiting) throw overloaded();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const one = { item, resolve, reject, hasLeft: false };
    waiting.push(one);
    const deadline = deadlineMs && setTimeout(() => giveUp(one), deadlineMs);
    // Calls of the same tick are batched.
    setImmediate(() => void runNext());
    return promise.finally(() => clearTimeout(deadline));
  };
}

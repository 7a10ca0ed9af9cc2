import { isConnectionError } from "#lib/db/connection-error";

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (failure: unknown) => void;
};

/**
 * Batches calls that arrive while a statement runs into the next one: many rows, one round trip, one
 * commit. When a batch fails, each item is tried alone, so that one bad row fails alone.
 *
 * @param run - returns one result per item, in their order
 */
export function batchStatements<Item, Result>(options: {
  run: (items: readonly Item[]) => Promise<readonly Result[]>;
  maxItems: number;
  maxRunning: number;
}): (item: Item) => Promise<Result> {
  const { run, maxItems, maxRunning } = options;
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;

  async function runTogether(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error("a batch lost some of its results");
      for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    } catch (failure) {
      if (batch.length === 1 || isConnectionError(failure))
        for (const { reject } of batch) reject(failure);
      else for (const one of batch) await runTogether([one]);
    }
  }

  async function runNext(): Promise<void> {
    if (running >= maxRunning || waiting.length === 0) return;
    running += 1;
    const batch = waiting.slice(0, maxItems);
    waiting = waiting.slice(maxItems);
    await runTogether(batch);
    running -= 1;
    void runNext();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // Calls of the same tick are batched.
      setImmediate(() => void runNext());
    });
}

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

import { describe, expect, it, test } from "vitest";
import { batchStatements } from "#lib/adapters/db/batch-statements";
import { chunksOf, mapInTurns } from "#lib/core/streams";

/** Doubles numbers; a negative number fails the whole statement. */
function doubler(options: { maxItems?: number; maxRunning?: number } = {}) {
  const batches: number[][] = [];
  const double = batchStatements({
    maxItems: options.maxItems ?? 100,
    maxRunning: options.maxRunning ?? 1,
    run: async (items: readonly number[]) => {
      batches.push([...items]);
      await new Promise((resolve) => setImmediate(resolve));
      if (items.some((item) => item < 0)) throw new Error("a bad row");
      return items.map((item) => item * 2);
    },
  });
  return { double, batches };
}

describe("batchStatements", () => {
  it("combines concurrent requests into one statement and returns each result", async () => {
    const { double, batches } = doubler();
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it("queues requests for the next statement while one is running", async () => {
    const { double, batches } = doubler();
    const first = double(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await Promise.all([first, double(2), double(3)])).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1], [2, 3]]);
  });

  it("limits the number of items per statement", async () => {
    const { double, batches } = doubler({ maxItems: 2 });
    await Promise.all([1, 2, 3, 4, 5].map(double));
    expect(batches).toEqual([[1, 2], [3, 4], [5]]);
  });

  it("rejects only the invalid row of a failed statement", async () => {
    const { double } = doubler();
    const ends = await Promise.allSettled([1, -2, 3].map(double));
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("doesn't retry rows individually if the database is unreachable", async () => {
    let runs = 0;
    const call = batchStatements<number, number>({
      maxItems: 10,
      maxRunning: 1,
      run: async () => {
        runs += 1;
        throw Object.assign(new Error("gone"), { code: "ECONNREFUSED" });
      },
    });
    const ends = await Promise.allSettled([call(1), call(2)]);
    expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(runs).toBe(1);
  });

  it("rejects callers beyond the limit of waiting items and after the deadline", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const ran: number[] = [];
    const call = batchStatements({
      maxItems: 1,
      maxRunning: 1,
      maxWaiting: 2,
      deadlineMs: 100,
      run: async (items: readonly number[]) => {
        ran.push(...items);
        await promise;
        return items;
      },
    });
    const ends = await Promise.allSettled([1, 2, 3].map(call));
    expect(ends).toMatchObject(
      ends.map(() => ({ status: "rejected", reason: { code: "service_unavailable" } })),
    );
    resolve();
    await new Promise((done) => setImmediate(done));
    expect(ran, "who has given up isn't tried later").toEqual([1]);
  });
});

test("a chunk has at most so many items and bytes, and one item that is larger has its own", () => {
  const chunks = chunksOf([3, 3, 3, 20, 1, 1, 1, 1], (size) => size, { maxItems: 3, maxBytes: 7 });
  expect(chunks).toEqual([[3, 3], [3], [20], [1, 1, 1], [1]]);
  expect(chunksOf([], () => 1, { maxItems: 3, maxBytes: 7 })).toEqual([]);
});

/** Takes long enough to end a slice. */
function work(): void {
  const endsAt = performance.now() + 6;
  while (performance.now() < endsAt);
}

test("of many large lists that are mapped together, one continues per turn of the event loop", async () => {
  let turn = 0;
  let isDone = false;
  const count = () => {
    turn += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const turns: number[] = [];
  const lists = Array.from({ length: 5 }, (_, list) =>
    mapInTurns(["a", "b", "c"], (item) => {
      turns.push(turn);
      work();
      return `${item}${list}`;
    }),
  );
  const results = await Promise.all(lists);
  isDone = true;
  expect(results[4]).toEqual(["a4", "b4", "c4"]);
  const later = turns.filter((one) => one > 0);
  expect(later).toHaveLength(10);
  expect(new Set(later).size).toBe(10);
});

test("a small list is mapped without waiting", async () => {
  let isMapped = false;
  const mapping = mapInTurns([1, 2, 3], (item) => item * 2).then((result) => {
    isMapped = true;
    return result;
  });
  await Promise.resolve();
  await Promise.resolve();
  expect(isMapped).toBe(true);
  expect(await mapping).toEqual([2, 4, 6]);
});

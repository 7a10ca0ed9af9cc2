import { expect, test } from "vitest";
import { mapInTurns } from "#lib/core/streams";

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

import fc from "fast-check";
import { expect, test } from "vitest";
import { niceTicks } from "#components/chart/bar-chart";

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [33, [0, 10, 20, 30, 40]],
  [583, [0, 200, 400, 600]],
  [100_000, [0, 50_000, 100_000]],
])("values up to %d get the scale %j", (highest, ticks) => {
  expect(niceTicks(highest)).toEqual(ticks);
});

test("a scale covers the highest value with at most five evenly spaced integer ticks", () => {
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000 }), (highest) => {
      const ticks = niceTicks(highest);
      const [zero = -1, step = 0] = ticks;
      expect(zero).toBe(0);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
      expect(ticks).toEqual(ticks.map((_, index) => index * step));
      expect(Number.isInteger(step)).toBe(true);
    }),
  );
});

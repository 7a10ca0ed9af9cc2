import { expect, test } from "vitest";
import type { Position } from "#lib/core/cursor";
import { chooseRange, MAX_PART_MESSAGES, type PartState } from "#lib/submissions/indexing-rules";

const at = (minute: number): Position => ({
  at: new Date(minute * 60_000),
  id: "00000000-0000-7000-8000-000000000000",
});

/** Parts in a row, one a minute. */
function partsOf(
  ...parts: { size: number; textBytes?: number; lateCount?: number }[]
): PartState[] {
  return parts.map(({ size, textBytes = 0, lateCount = 0 }, index) => ({
    after: index === 0 ? null : at(index),
    upTo: at(index + 1),
    size,
    textBytes,
    lateCount,
  }));
}

const SMALL = { size: 1_024 };
const WHOLE = { size: MAX_PART_MESSAGES };
const NONE = { count: 0, last: null };

test("few messages stay in the backlog, many become the newest part", () => {
  expect(chooseRange([], { count: 1_023, last: at(9) })).toBeNull();
  expect(chooseRange([], { count: 1_024, last: at(9) })).toEqual({ after: null, upTo: at(9) });
  expect(chooseRange(partsOf(SMALL), { count: 1_024, last: at(9) })).toEqual({
    after: at(1),
    upTo: at(9),
  });
});

test("where most late messages are, the part is made anew", () => {
  const parts = partsOf({ size: 9_000, lateCount: 300 }, { size: 9_000, lateCount: 800 });
  expect(chooseRange(parts, NONE)).toEqual({ after: at(1), upTo: at(2) });
  expect(chooseRange(parts, { count: 900, last: at(9) })).toEqual({ after: at(2), upTo: at(9) });
  expect(chooseRange(partsOf({ size: 9_000, lateCount: 1_023 }), NONE)).toBeNull();
});

test("small parts in a row become one when they fill it, and whole ones stay", () => {
  const smalls = (count: number) => Array.from({ length: count }, () => SMALL);
  expect(chooseRange(partsOf(WHOLE, ...smalls(13)), NONE)).toBeNull();
  expect(chooseRange(partsOf(WHOLE, ...smalls(14)), NONE)).toEqual({ after: at(1), upTo: at(15) });
  expect(chooseRange(partsOf(...smalls(14), WHOLE), NONE)).toEqual({ after: null, upTo: at(14) });
  expect(chooseRange(partsOf(WHOLE, WHOLE, WHOLE), NONE)).toBeNull();
  expect(chooseRange(partsOf(SMALL, WHOLE, SMALL), NONE)).toBeNull();
});

test("many that do not fill one become one all the same", () => {
  const tiny = Array.from({ length: 16 }, () => ({ size: 10 }));
  expect(chooseRange(partsOf(...tiny), NONE)).toEqual({ after: null, upTo: at(16) });
  expect(chooseRange(partsOf(...tiny.slice(1)), NONE)).toBeNull();
});

test("long texts fill a part as many messages do", () => {
  const long = { size: 100, textBytes: 3_000_000 };
  expect(chooseRange(partsOf(long, long), NONE)).toBeNull();
  const longer = { size: 100, textBytes: 4_000_000 };
  expect(chooseRange(partsOf(longer, longer), NONE)).toEqual({ after: null, upTo: at(2) });
  expect(chooseRange(partsOf({ size: 1, textBytes: 9_000_000 }, SMALL), NONE)).toBeNull();
});

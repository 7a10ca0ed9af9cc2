import fc from "fast-check";
import { expect, test } from "vitest";
import type { Position } from "#lib/core/cursor";
import {
  chooseRange,
  INDEXED_FOLDERS,
  MAX_SEGMENT_SIZE,
  type NewSubmissions,
  type SegmentState,
} from "#lib/search/plan-indexing";
import { SegmentBuilder } from "#lib/search/segment-builder";
import { FOLDERS } from "#lib/submissions/schema";

test("the search index includes all folders", () => {
  expect(INDEXED_FOLDERS.toSorted()).toEqual([...FOLDERS].sort());
});

/** Decodes the positions of each gram from the rows of a segment. */
function readBack(builder: SegmentBuilder, size: number): Map<number, number[]> {
  const rows = builder.toRows(size);
  const found = new Map<number, number[]>();
  for (const { bucket, grams, ends, positions } of rows.lists()) {
    const bytes = Buffer.from(positions.slice(2), "hex");
    const numbers = (text: string) => text.slice(1, -1).split(",").filter(Boolean).map(Number);
    let start = 0;
    for (const [index, gram] of numbers(grams).entries()) {
      const end = numbers(ends)[index] ?? 0;
      expect(gram & (rows.bucketCount - 1)).toBe(bucket);
      found.set(
        gram,
        Array.from({ length: (end - start) / 2 }, (_, n) => bytes.readUInt16BE(start + n * 2)),
      );
      start = end;
    }
  }
  for (const { gram, bits } of rows.bitmaps()) {
    const bytes = Buffer.from(bits.slice(1), "hex");
    const isSet = (position: number) =>
      ((bytes[position >> 3] ?? 0) & (0x80 >> (position & 7))) !== 0;
    found.set(gram, Array.from({ length: size }, (_, position) => position).filter(isSet));
  }
  return found;
}

test("a segment contains exactly the positions of each gram, both frequent and rare", () => {
  const gram = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.integer());
  const messages = fc.array(fc.array(gram, { maxLength: 30 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(messages, (all) => {
      const builder = new SegmentBuilder();
      const expected = new Map<number, number[]>();
      for (const [position, grams] of all.entries())
        for (const one of grams) {
          builder.add(position, one);
          const positions = expected.get(one) ?? [];
          if (positions.at(-1) !== position) positions.push(position);
          expected.set(one, positions);
        }
      expect(readBack(builder, all.length)).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});

test("a segment can have 100,000 different grams", () => {
  const builder = new SegmentBuilder();
  for (let gram = 0; gram < 100_000; gram += 1) builder.add(gram % 15_872, gram * 7919);
  for (let position = 0; position < 15_872; position += 1) builder.add(position, -1);
  const found = readBack(builder, 15_872);
  expect(found.size).toBe(100_001);
  expect(found.get(99_999 * 7919)).toEqual([99_999 % 15_872]);
  expect(found.get(-1)).toHaveLength(15_872);
});

const at = (minute: number): Position => ({
  at: new Date(minute * 60_000),
  id: "00000000-0000-7000-8000-000000000000",
});

/** Consecutive segments, one per minute. */
function segmentsOf(
  ...segments: { size: number; textBytes?: number; backlogCount?: number }[]
): SegmentState[] {
  return segments.map(({ size, textBytes = 0, backlogCount = 0 }, index) => ({
    after: index === 0 ? null : at(index),
    upTo: at(index + 1),
    size,
    textBytes,
    backlogCount,
  }));
}

const SMALL = { size: 1_024 };
const FULL = { size: MAX_SEGMENT_SIZE };
const NONE = { count: 0, last: null };

const choose = (segments: readonly SegmentState[], added: NewSubmissions) =>
  chooseRange(segments, added, 1_024);

test("indexes new submissions once there are enough of them", () => {
  expect(choose([], { count: 1_023, last: at(9) })).toBeNull();
  expect(choose([], { count: 1_024, last: at(9) })).toEqual({ after: null, upTo: at(9) });
  expect(choose(segmentsOf(SMALL), { count: 1_024, last: at(9) })).toEqual({
    after: at(1),
    upTo: at(9),
  });
});

test("rebuilds the segment with the largest backlog", () => {
  const segments = segmentsOf(
    { size: 9_000, backlogCount: 300 },
    { size: 9_000, backlogCount: 800 },
  );
  expect(choose(segments, NONE)).toEqual({ after: at(1), upTo: at(2) });
  expect(choose(segments, { count: 900, last: at(9) })).toEqual({ after: at(2), upTo: at(9) });
  expect(choose(segmentsOf({ size: 9_000, backlogCount: 1_023 }), NONE)).toBeNull();
});

test("merges consecutive small segments if they fill a segment, and skips full ones", () => {
  const smalls = (count: number) => Array.from({ length: count }, () => SMALL);
  expect(choose(segmentsOf(FULL, ...smalls(13)), NONE)).toBeNull();
  expect(choose(segmentsOf(FULL, ...smalls(14)), NONE)).toEqual({ after: at(1), upTo: at(15) });
  expect(choose(segmentsOf(...smalls(14), FULL), NONE)).toEqual({ after: null, upTo: at(14) });
  expect(choose(segmentsOf(FULL, FULL, FULL), NONE)).toBeNull();
  expect(choose(segmentsOf(SMALL, FULL, SMALL), NONE)).toBeNull();
});

test("merges sixteen small segments even if they don't fill a segment", () => {
  const tiny = Array.from({ length: 16 }, () => ({ size: 10 }));
  expect(choose(segmentsOf(...tiny), NONE)).toEqual({ after: null, upTo: at(16) });
  expect(choose(segmentsOf(...tiny.slice(1)), NONE)).toBeNull();
});

test("segments are full at a maximum text size, even with few submissions", () => {
  const long = { size: 100, textBytes: 3_000_000 };
  expect(choose(segmentsOf(long, long), NONE)).toBeNull();
  const longer = { size: 100, textBytes: 4_000_000 };
  expect(choose(segmentsOf(longer, longer), NONE)).toEqual({ after: null, upTo: at(2) });
  expect(choose(segmentsOf({ size: 1, textBytes: 9_000_000 }, SMALL), NONE)).toBeNull();
});

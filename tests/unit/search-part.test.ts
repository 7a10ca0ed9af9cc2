import fc from "fast-check";
import { expect, test } from "vitest";
import { PostingLists } from "#lib/submissions/search-part";

/** What the rows of a part say, read back: gram → places. */
function readBack(lists: PostingLists, size: number): Map<number, number[]> {
  const rows = lists.toRows(size);
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
    const isSet = (place: number) => ((bytes[place >> 3] ?? 0) & (0x80 >> (place & 7))) !== 0;
    found.set(gram, Array.from({ length: size }, (_, place) => place).filter(isSet));
  }
  return found;
}

test("every gram names exactly the messages that have it, frequent or rare", () => {
  const gram = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.integer());
  const messages = fc.array(fc.array(gram, { maxLength: 30 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(messages, (all) => {
      const lists = new PostingLists();
      const expected = new Map<number, number[]>();
      for (const [place, grams] of all.entries())
        for (const one of grams) {
          lists.add(place, one);
          const places = expected.get(one) ?? [];
          if (places.at(-1) !== place) places.push(place);
          expected.set(one, places);
        }
      expect(readBack(lists, all.length)).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});

test("tables grow: 100,000 grams in 15,872 messages", () => {
  const lists = new PostingLists();
  for (let gram = 0; gram < 100_000; gram += 1) lists.add(gram % 15_872, gram * 7919);
  // Places must come in order within a gram, so the frequent one comes in a second pass of others.
  for (let place = 0; place < 15_872; place += 1) lists.add(place, -1);
  const found = readBack(lists, 15_872);
  expect(found.size).toBe(100_001);
  expect(found.get(99_999 * 7919)).toEqual([99_999 % 15_872]);
  expect(found.get(-1)).toHaveLength(15_872);
});

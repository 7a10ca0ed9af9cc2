import { expect, test } from "vitest";
import { chunksOf } from "#lib/core/streams";

test("a chunk has at most so many items and bytes, and one item that is larger has its own", () => {
  const chunks = chunksOf([3, 3, 3, 20, 1, 1, 1, 1], (size) => size, { maxItems: 3, maxBytes: 7 });
  expect(chunks).toEqual([[3, 3], [3], [20], [1, 1, 1], [1]]);
  expect(chunksOf([], () => 1, { maxItems: 3, maxBytes: 7 })).toEqual([]);
});

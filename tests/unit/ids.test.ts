import { expect, test } from "vitest";
import { isId, newId } from "#lib/core/ids";

test("ids are never the same twice, and in the order in which they were made", () => {
  const ids = Array.from({ length: 20_000 }, () => newId());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.every(isId)).toBe(true);
});

test("an id is a UUID of version 7 that begins with the time of its making", () => {
  const before = Date.now();
  const id = newId();
  expect(id[14]).toBe("7");
  const madeAt = Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
  expect(madeAt).toBeGreaterThanOrEqual(before);
  expect(madeAt).toBeLessThanOrEqual(Date.now());
});

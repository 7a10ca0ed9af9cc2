import { expect, test } from "vitest";
import { isId, newId } from "#lib/core/ids";

test("ids are unique and sort by creation", () => {
  const ids = Array.from({ length: 20_000 }, () => newId());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.every(isId)).toBe(true);
});

test("an id is a UUIDv7 that starts with its creation time", () => {
  const before = Date.now();
  const id = newId();
  expect(id[14]).toBe("7");
  const madeAt = Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
  expect(madeAt).toBeGreaterThanOrEqual(before);
  expect(madeAt).toBeLessThanOrEqual(Date.now());
});

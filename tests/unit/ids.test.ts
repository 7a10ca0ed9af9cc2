import { expect, test } from "vitest";
import { isId, newId } from "#lib/core/ids";

test("IDs are unique and sort by creation", () => {
  const ids = Array.from({ length: 20_000 }, () => newId());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.every(isId)).toBe(true);
});

test("an ID is a UUIDv7 that starts with its creation time", () => {
  const before = Date.now();
  const id = newId();
  expect(id[14]).toBe("7");
  const createdAt = Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
  expect(createdAt).toBeGreaterThanOrEqual(before);
  expect(createdAt).toBeLessThanOrEqual(Date.now());
});

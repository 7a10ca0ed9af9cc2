import fc from "fast-check";
import { expect, test } from "vitest";
import { Cursor, decodeCursor, encodeCursor, Limit, toPage } from "#lib/core/cursor";
import { isId, newId } from "#lib/core/ids";

/** Timestamps with at most 13 digits. */
const times = fc.integer({ min: 0, max: 9_999_999_999_999 }).map((ms) => new Date(ms));
const positions = fc.record({ at: times, id: fc.uuid() });

test("a position round-trips through its cursor", () => {
  fc.assert(
    fc.property(positions, (position) => {
      const cursor = encodeCursor(position);
      expect(cursor).toMatch(/^\d{13}:[0-9a-f-]{36}$/);
      expect(decodeCursor(Cursor.parse(cursor))).toEqual(position);
    }),
  );
});

test("cursors sort in the order of their positions", () => {
  fc.assert(
    fc.property(positions, positions, (one, other) => {
      const byTime = one.at.getTime() - other.at.getTime();
      const order = byTime === 0 ? (one.id < other.id ? -1 : 1) : byTime;
      if (one.id === other.id && byTime === 0) return;
      expect(Math.sign(order)).toBe(encodeCursor(one) < encodeCursor(other) ? -1 : 1);
    }),
  );
});

test("rejects malformed cursors", () => {
  const valid = "1767225600000:019b7700-0000-7000-8000-000000000000";
  expect(Cursor.safeParse(valid).success).toBe(true);
  const wrong = [
    "",
    ` ${valid}`,
    `${valid}\n`,
    valid.toUpperCase(),
    valid.slice(1),
    valid.replace(":", ";"),
    `${"-".repeat(13)}:${valid.slice(14)}`,
    `1767225600000:${"-".repeat(36)}`,
  ];
  for (const text of wrong) expect(Cursor.safeParse(text).success, text).toBe(false);
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(Cursor.safeParse(text).success).toBe(false);
    }),
  );
});

test("pages of any size return every item of a list once and in order", () => {
  const lists = fc.uniqueArray(positions, { selector: encodeCursor, maxLength: 40 });
  fc.assert(
    fc.property(lists, fc.integer({ min: 1, max: 50 }), (list, limit) => {
      const rows = list.toSorted((a, b) => (encodeCursor(a) < encodeCursor(b) ? 1 : -1));
      const read = (after: string | null) =>
        rows.filter((row) => after === null || encodeCursor(row) < after).slice(0, limit + 1);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: ReturnType<typeof toPage<(typeof rows)[0], string>> = toPage(
          read(cursor),
          limit,
          (row) => row,
          encodeCursor,
        );
        expect(page.data.length).toBeLessThanOrEqual(limit);
        seen.push(...page.data);
        cursor = page.nextCursor;
      } while (cursor);
      expect(seen).toEqual(rows.map(encodeCursor));
    }),
  );
});

test("a limit is an integer from 1 to the maximum and has a default", () => {
  const schema = Limit(50, 25);
  expect(schema.parse(undefined)).toBe(25);
  fc.assert(
    fc.property(fc.integer({ min: -100, max: 12_000 }), (value) => {
      expect(schema.safeParse(String(value)).success).toBe(value >= 1 && value <= 50);
    }),
  );
  for (const text of ["", " 5", "5 ", "+5", "5.0", "1e1", "0x5", "٥"])
    expect(schema.safeParse(text).success, text).toBe(false);
});

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

import { z } from "zod";

const PATTERN = /^(\d{13}):([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** A position in a list, which is sorted by (timestamp, id). */
export type Position = { at: Date; id: string };

/** Sentinels past either end of every list. */
export const OLDEST: Position = { at: new Date(0), id: "00000000-0000-0000-0000-000000000000" };
export const NEWEST: Position = {
  at: new Date("9999-12-31"),
  id: "ffffffff-ffff-ffff-ffff-ffffffffffff",
};

export const Order = z
  .enum(["desc", "asc"], { error: "must be desc or asc" })
  .describe("`desc` for newest first, `asc` for oldest first.");
export type Order = z.output<typeof Order>;

/** A part of a list, from `from` up to `before`, exclusive, and its order. */
export type PositionRange = { before: Position; from: Position; order: Order };

export const WHOLE_LIST: PositionRange = { before: NEWEST, from: OLDEST, order: "desc" };

/** Returns the position right before another one in a newest-first list. */
export function justNewer({ at, id }: Position): Position {
  if (id === NEWEST.id) return { at: new Date(at.getTime() + 1), id: OLDEST.id };
  const next = (BigInt(`0x${id.replaceAll("-", "")}`) + 1n).toString(16).padStart(32, "0");
  return { at, id: next.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5") };
}

function compare(a: Position, b: Position): number {
  return a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Returns the part of a range before a position, exclusive. */
export function olderPart(range: PositionRange, end: Position): PositionRange {
  return compare(end, range.before) < 0 ? { ...range, before: end } : range;
}

/** Returns the part of a range from a position on. */
export function newerPart(range: PositionRange, start: Position): PositionRange {
  return compare(start, range.from) > 0 ? { ...range, from: start } : range;
}

/** Returns the rest of a range after reading up to a position. */
export function restAfter(range: PositionRange, last: Position): PositionRange {
  return range.order === "desc" ? olderPart(range, last) : newerPart(range, justNewer(last));
}

/** `<13-digit epoch ms>:<uuid>`. */
export const Cursor = z
  .string()
  .regex(PATTERN, "must be an unchanged nextCursor from an earlier page")
  .describe("Opaque cursor: the `nextCursor` of the previous page, unchanged.");

/** @param cursor - text that {@link Cursor} accepted */
export function decodeCursor(cursor: string): Position {
  const [at = "", id = ""] = cursor.split(":");
  return { at: new Date(Number(at)), id };
}

export function encodeCursor(position: Position): string {
  return `${String(position.at.getTime()).padStart(13, "0")}:${position.id}`;
}

/** The page size as a query parameter: a whole number from 1 to `max`. */
export function Limit(max: number, fallback: number) {
  const range = `must be a whole number from 1 to ${max}`;
  return z
    .string()
    .regex(/^\d{1,4}$/, range)
    .transform(Number)
    .pipe(z.int().min(1, range).max(max, range))
    .default(fallback)
    .meta({ description: `Page size, 1-${max}. Defaults to ${fallback}.` });
}

/**
 * Returns the Prisma condition for rows after a position in a list sorted by (createdAt, id), newest
 * first.
 */
export function olderThan(after: Position | null) {
  return olderBy(after, (createdAt) => ({ createdAt }));
}

/**
 * Returns the same condition for a list that's sorted by another time. @param condition - one on that
 * time
 */
export function olderBy<T>(
  after: Position | null,
  condition: (time: { lt: Date } | { lte: Date }) => T,
) {
  if (!after) return {};
  return {
    ...condition({ lte: after.at }),
    OR: [condition({ lt: after.at }), { id: { lt: after.id } }],
  };
}

/** Returns the position of a row in a list that's sorted by (createdAt, id). */
export function byCreation({ createdAt: at, id }: { createdAt: Date; id: string }): Position {
  return { at, id };
}

export type Page<T> = {
  data: T[];
  nextCursor: string | null;
  /** The cursor to continue from later, even if there's no next page. Only in ascending lists of submissions. */
  resumeCursor?: string | null;
};

/**
 * Builds a page from rows that were read with one extra row, which shows whether more follow.
 *
 * @param rows - at most `limit + 1` rows, in the order of the list
 */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  position: (row: Row) => Position,
  present: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map(present),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(position(last)) : null,
  };
}

/** Reads a list in batches, from the newest row to the oldest, as they're needed. */
export async function* walk<Row>(
  read: (after: Position | null) => Promise<Row[]>,
  positionOf: (row: Row) => Position,
): AsyncGenerator<Row[], void> {
  let after: Position | null = null;
  for (;;) {
    const rows: Row[] = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = positionOf(last);
  }
}

import type { InboxItem, InboxPage } from "#lib/submissions/inbox-schema";

/** A message of the list, when it was read, and the cursor that its page began after. */
export type Row = InboxItem & { asOf: number; cursor: string | null };

export type ListState = {
  /** Newest first. */
  rows: readonly Row[];
  /** Came since and are not shown yet, newest first. */
  waiting: readonly Row[];
  /** Where older ones are; null at the end. */
  nextCursor: string | null;
  /** Where the list begins: null at the newest. */
  start: string | null;
};

export type Block = { key: string; rows: Row[] };

/** The rows by the pages that they were read with; a block keeps its key when rows come or go. */
export function blocksOf(rows: readonly Row[]): Block[] {
  const blocks: Block[] = [];
  const counts = new Map<string | null, number>();
  for (const row of rows) {
    const last = blocks.at(-1);
    if (last?.rows[0]?.cursor === row.cursor) {
      last.rows.push(row);
      continue;
    }
    const count = counts.get(row.cursor) ?? 0;
    counts.set(row.cursor, count + 1);
    blocks.push({ key: `${row.cursor} ${count}`, rows: [row] });
  }
  return blocks;
}

/** Newest first; of one moment the greater id is the newer. */
function isNewer(a: InboxItem, b: InboxItem): boolean {
  return a.receivedAt === b.receivedAt ? a.id > b.id : a.receivedAt > b.receivedAt;
}

function rowsOf(page: InboxPage, cursor: string | null): Row[] {
  return page.data.map((item) => ({ ...item, asOf: page.asOf, cursor }));
}

function without<T extends { id: string }>(rows: readonly T[], known: readonly { id: string }[]) {
  const ids = new Set(known.map(({ id }) => id));
  return rows.filter(({ id }) => !ids.has(id));
}

function merge(a: readonly Row[], b: readonly Row[]): Row[] {
  return [...a, ...without(b, a)].sort((x, y) => (isNewer(x, y) ? -1 : 1));
}

export function startList(page: InboxPage, cursor: string | null): ListState {
  return {
    rows: rowsOf(page, cursor),
    waiting: [],
    nextCursor: page.nextCursor,
    start: cursor,
  };
}

/** Older messages, below all that are there. */
export function appendPage(state: ListState, page: InboxPage, cursor: string): ListState {
  return {
    ...state,
    rows: [...state.rows, ...without(rowsOf(page, cursor), state.rows)],
    nextCursor: page.nextCursor,
  };
}

/** New messages: they wait, so that nothing moves under the reader. */
export function addArrivals(
  state: ListState,
  items: readonly InboxItem[],
  asOf: number,
): ListState {
  const news = without(
    items.map((item): Row => ({ ...item, asOf, cursor: null })),
    [...state.rows, ...state.waiting],
  );
  return news.length === 0 ? state : { ...state, waiting: merge(news, state.waiting) };
}

/** Shows what waits. */
export function revealArrivals(state: ListState): ListState {
  if (state.waiting.length === 0) return state;
  return { ...state, rows: merge(state.waiting, state.rows), waiting: [] };
}

/** A page further down, read once more: what is known of its rows is brought up to date in place. */
export function renewRows(state: ListState, page: InboxPage): ListState {
  const freshOf = new Map(page.data.map((item) => [item.id, item]));
  const rows = state.rows.map((row) => {
    const found = freshOf.get(row.id);
    return found ? { ...found, asOf: page.asOf, cursor: row.cursor } : row;
  });
  return { ...state, rows };
}

/** Whether the page that begins after a cursor is part of the list. */
export function isWithin({ rows, start }: ListState, cursor: string | null): boolean {
  return cursor === start || rows.some((row) => row.cursor === cursor);
}

/**
 * The list's first page, read once more. What is known is brought up to date in its place; what came
 * into it waits; what has left it goes, unless `isKept`: it is open, or was only read.
 */
export function renewHead(
  state: ListState,
  page: InboxPage,
  isKept: (row: Row) => boolean,
): ListState {
  const fresh = rowsOf(page, state.start);
  const freshOf = new Map(fresh.map((row) => [row.id, row]));
  const last = fresh.at(-1);
  /** What the page would show if it were still in the list. */
  const isCovered = (row: Row) =>
    page.nextCursor === null || (last !== undefined && !isNewer(last, row));
  const rows = state.rows.flatMap((row) => {
    const found = freshOf.get(row.id);
    if (found) return { ...found, cursor: row.cursor };
    return isCovered(row) && row.asOf < page.asOf && !isKept(row) ? [] : row;
  });
  const waiting = state.waiting.filter((row) => freshOf.has(row.id) || !isCovered(row));
  return {
    ...state,
    rows,
    waiting: merge(without(fresh, rows), waiting),
    nextCursor: rows.length === 0 ? page.nextCursor : state.nextCursor,
  };
}

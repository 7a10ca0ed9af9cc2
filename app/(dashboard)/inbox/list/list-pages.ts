import type { InfiniteData } from "@tanstack/react-query";
import type { InboxItem, InboxPage } from "#lib/domain/submissions/inbox/inbox-schema";

/** A message in the list: `asOf` is when it was read, `cursor` where its page starts. */
export type Row = InboxItem & { asOf: number; cursor: string | null };
export type ListPage = { rows: readonly Row[]; nextCursor: string | null };
/** The pages of a list, newest first; the first may start further down than at the newest message. */
export type ListPages = InfiniteData<ListPage, string | null>;

/** Newest first; the ID decides between messages of the same moment. */
function isNewer(a: InboxItem, b: InboxItem): boolean {
  return a.receivedAt === b.receivedAt ? a.id > b.id : a.receivedAt > b.receivedAt;
}

export function toListPage({ data, nextCursor, asOf }: InboxPage, cursor: string | null): ListPage {
  return { rows: data.map((item) => ({ ...item, asOf, cursor })), nextCursor };
}

export function startList(page: InboxPage, cursor: string | null): ListPages {
  return { pages: [toListPage(page, cursor)], pageParams: [cursor] };
}

export function rowsOf(list: ListPages): Row[] {
  return list.pages.flatMap(({ rows }) => rows);
}

/** Puts messages that aren't listed yet where they belong. */
export function addRows(list: ListPages, added: readonly Row[]): ListPages {
  const known = new Set(rowsOf(list).map(({ id }) => id));
  const missing = added.filter(({ id }) => !known.has(id));
  if (missing.length === 0) return list;
  const lastPage = list.pages.length - 1;
  const pageOf = (row: Row) => {
    const at = list.pages.findIndex(({ rows }) => {
      const oldest = rows.at(-1);
      return oldest !== undefined && isNewer(row, oldest);
    });
    return at < 0 ? lastPage : at;
  };
  const pages = list.pages.map((page, at) => {
    const mine = missing.filter((row) => pageOf(row) === at);
    if (mine.length === 0) return page;
    const cursor = list.pageParams[at] ?? null;
    const rows = [...mine.map((row) => ({ ...row, cursor })), ...page.rows];
    return { ...page, rows: rows.sort((a, b) => (isNewer(a, b) ? -1 : 1)) };
  });
  return { ...list, pages };
}

/**
 * Returns whether a message would be on this page if it were still in the list: a page that was read shows
 * nothing about older messages, or about those that arrived after it.
 */
export function isCovered(
  row: Omit<Row, "cursor">,
  { data, nextCursor, asOf }: InboxPage,
): boolean {
  const oldest = data.at(-1);
  const isInRange = nextCursor === null || (oldest !== undefined && !isNewer(oldest, row));
  return isInRange && row.asOf < asOf;
}

/**
 * Updates a list from one of its pages, read again: known messages are updated in place, and those that
 * left the list are removed unless `isKept`. New ones aren't added, so that no row moves.
 */
export function mergePage(
  list: ListPages,
  page: InboxPage,
  cursor: string | null,
  isKept: (row: Row) => boolean,
): ListPages {
  const at = list.pageParams.indexOf(cursor);
  const fresh = new Map(page.data.map((item) => [item.id, item]));
  const pages = list.pages.map((known, index) => {
    if (index < at) return known;
    const rows = known.rows.flatMap((row): Row[] => {
      const item = fresh.get(row.id);
      if (item) return [{ ...item, asOf: page.asOf, cursor: row.cursor }];
      return isCovered(row, page) && !isKept(row) ? [] : [row];
    });
    const isSame =
      rows.length === known.rows.length && rows.every((row, i) => row === known.rows[i]);
    return isSame ? known : { ...known, rows };
  });
  if (pages.some(({ rows }) => rows.length > 0)) return { ...list, pages };
  return { pages: [{ rows: [], nextCursor: page.nextCursor }], pageParams: [cursor] };
}

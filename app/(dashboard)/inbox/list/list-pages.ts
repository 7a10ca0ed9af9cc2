import type { Arrivals, InboxItem, InboxPage } from "#lib/domain/submissions/inbox/inbox-schema";

/** A message in the list; `cursor` is where its page starts. */
export type Row = InboxItem & { cursor: string | null; isDeleted?: boolean };
export type ListPage = { rows: readonly Row[]; nextCursor: string | null };
/**
 * The pages of a list, newest first, and the cursors they start at. The first page may start below the newest
 * message.
 */
export type ListPages = { pages: readonly ListPage[]; cursors: readonly (string | null)[] };

type LiveItem = Arrivals["data"][number] & { isDeleted?: boolean };
/**
 * Messages that arrived since a list was opened. `isCut`: more than `items`. `since`: where the next request for
 * arrivals starts.
 */
export type LiveMessages = {
  items: readonly LiveItem[];
  isCut: boolean;
  /** Colleagues who are replying to a message at the moment. */
  answering: Arrivals["answering"];
  since: number;
};

/** Newest first; the ID decides between messages of the same moment. */
function isNewer(a: InboxItem, b: InboxItem): boolean {
  return a.receivedAt === b.receivedAt ? a.id > b.id : a.receivedAt > b.receivedAt;
}

export function toListPage({ data, nextCursor }: InboxPage, cursor: string | null): ListPage {
  return { rows: data.map((item) => ({ ...item, cursor })), nextCursor };
}

export function startList(page: InboxPage, cursor: string | null): ListPages {
  return { pages: [toListPage(page, cursor)], cursors: [cursor] };
}

export function rowsOf(list: ListPages): Row[] {
  return list.pages.flatMap(({ rows }) => rows);
}

/** Adds the next page, unless it has already been added. */
export function appendPage(list: ListPages, page: InboxPage, cursor: string): ListPages {
  if (list.pages.at(-1)?.nextCursor !== cursor) return list;
  const known = new Set(rowsOf(list).map(({ id }) => id));
  const { rows, nextCursor } = toListPage(page, cursor);
  const added = { rows: rows.filter(({ id }) => !known.has(id)), nextCursor };
  return { pages: [...list.pages, added], cursors: [...list.cursors, cursor] };
}

/** Adds messages that aren't listed yet, in their positions. */
export function addRows(list: ListPages, added: readonly InboxItem[]): ListPages {
  const known = new Set(rowsOf(list).map(({ id }) => id));
  const missing = added.filter(({ id }) => !known.has(id));
  if (missing.length === 0) return list;
  const lastPage = list.pages.length - 1;
  const pageOf = (item: InboxItem) => {
    const at = list.pages.findIndex(({ rows }) => {
      const oldest = rows.at(-1);
      return oldest !== undefined && isNewer(item, oldest);
    });
    return at < 0 ? lastPage : at;
  };
  const pages = list.pages.map((page, at) => {
    const mine = missing.filter((item) => pageOf(item) === at);
    if (mine.length === 0) return page;
    const cursor = list.cursors[at] ?? null;
    const rows = [...mine.map((item) => ({ ...item, cursor })), ...page.rows];
    return { ...page, rows: rows.sort((a, b) => (isNewer(a, b) ? -1 : 1)) };
  });
  return { ...list, pages };
}

/** Returns whether a message would be on this page if it were still in the list. */
export function isCovered(item: InboxItem, { data, nextCursor }: InboxPage): boolean {
  const oldest = data.at(-1);
  return nextCursor === null || (oldest !== undefined && !isNewer(oldest, item));
}

/**
 * Returns the messages of a page that a list doesn't have, except those older than its last one, which
 * aren't loaded yet.
 */
export function findMissing(list: ListPages, { data }: InboxPage): InboxItem[] {
  const rows = rowsOf(list);
  const known = new Set(rows.map(({ id }) => id));
  const last = rows.at(-1);
  const isCut = (list.pages.at(-1)?.nextCursor ?? null) !== null;
  const isBelow = (item: InboxItem) => isCut && last !== undefined && isNewer(last, item);
  return data.filter((item) => !known.has(item.id) && !isBelow(item));
}

/**
 * Updates a list from its first page, read again: known messages are updated in place, and those that left the
 * list are removed unless `isKept`. New ones aren't added, so that no row moves.
 */
export function mergePage(
  list: ListPages,
  page: InboxPage,
  isKept: (row: Row) => boolean,
): ListPages {
  const fresh = new Map(page.data.map((item) => [item.id, item]));
  const pages = list.pages.map((known) => {
    const rows = known.rows.flatMap((row): Row[] => {
      const item = fresh.get(row.id);
      if (item) return [{ ...item, cursor: row.cursor }];
      return isCovered(row, page) && !isKept(row) ? [] : [row];
    });
    const isSame =
      rows.length === known.rows.length && rows.every((row, i) => row === known.rows[i]);
    return isSame ? known : { ...known, rows };
  });
  if (pages.some(({ rows }) => rows.length > 0)) return { ...list, pages };
  const [cursor = null] = list.cursors;
  return { pages: [{ rows: [], nextCursor: page.nextCursor }], cursors: [cursor] };
}

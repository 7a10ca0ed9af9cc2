import { expect, test } from "vitest";
import type { InboxItem, InboxPage } from "#lib/domain/submissions/inbox/inbox-schema";
import {
  daysInWords,
  inboxHref,
  inboxSearch,
  listHref,
  NO_FILTERS,
} from "../../app/(dashboard)/inbox/inbox-url";
import { countOfList } from "../../app/(dashboard)/inbox/list/list-count";
import {
  addRows,
  appendPage,
  findMissing,
  type ListPages,
  mergePage,
  rowsOf,
  startList,
  toListPage,
} from "../../app/(dashboard)/inbox/list/list-pages";

/** A message received in a given second, with an ID that sorts the same way. */
function item(second: number, more: Partial<InboxItem> = {}): InboxItem {
  return {
    id: `id-${String(second).padStart(3, "0")}`,
    formId: "form",
    formName: "Contact",
    folder: "inbox",
    read: false,
    receivedAt: second * 1000,
    name: null,
    email: null,
    preview: "",
    attachmentCount: 0,
    suspected: false,
    spamReason: null,
    spamMatch: null,
    phone: null,
    hasFailed: false,
    hasNotes: false,
    answeredAt: null,
    answeredBy: null,
    assignee: null,
    ...more,
  };
}

function page(seconds: number[], nextCursor: string | null): InboxPage {
  return { data: seconds.map((second) => item(second)), nextCursor, asOf: 1 };
}

function listOf(first: InboxPage, ...more: [cursor: string, page: InboxPage][]): ListPages {
  const list = startList(first, null);
  return {
    pages: [...list.pages, ...more.map(([cursor, next]) => toListPage(next, cursor))],
    cursors: [...list.cursors, ...more.map(([cursor]) => cursor)],
  };
}

const secondsOf = (list: ListPages) => rowsOf(list).map(({ receivedAt }) => receivedAt / 1000);
const keepNone = () => false;

test("each row has the cursor of its page", () => {
  const list = listOf(page([9, 8], "c8"), ["c8", page([7], null)]);
  expect(rowsOf(list).map(({ cursor }) => cursor)).toEqual([null, null, "c8"]);
});

test("adds each new message once, in order, to the page it belongs to", () => {
  const list = listOf(page([5, 3], "c3"), ["c3", page([2], null)]);
  const grown = addRows(list, [item(8), item(7), item(5), item(4), item(1)]);
  expect(grown.pages.map(({ rows }) => rows.map(({ receivedAt }) => receivedAt / 1000))).toEqual([
    [8, 7, 5, 4, 3],
    [2, 1],
  ]);
  expect(rowsOf(grown).at(-1)?.cursor).toBe("c3");
  expect(addRows(list, [item(5)]), "an unchanged list is the same object").toBe(list);
});

test("adds messages to an empty list", () => {
  expect(secondsOf(addRows(startList(page([], null), null), [item(1), item(2)]))).toEqual([2, 1]);
});

test("refreshing the first page updates its rows in place and removes missing ones", () => {
  const list = listOf(page([9, 8, 7], "c7"), ["c7", page([6, 5], null)]);
  const fresh = { ...page([], "c7"), data: [item(10), item(9, { read: true }), item(7)] };
  const merged = mergePage(list, fresh, keepNone);
  expect(secondsOf(merged), "10 isn't added; 6 and 5 aren't covered").toEqual([9, 7, 6, 5]);
  expect(merged.pages[0]?.rows[0]).toMatchObject({ read: true, cursor: null });
  expect(merged.pages[1], "an unchanged page is the same object").toBe(list.pages[1]);
});

test("refreshing keeps requested rows", () => {
  const list = listOf(page([9, 8, 7], null));
  const kept = mergePage(list, page([9], null), ({ receivedAt }) => receivedAt === 8000);
  expect(secondsOf(kept)).toEqual([9, 8]);
});

test("the page that follows is added once, without what is listed already", () => {
  const list = listOf(page([9, 8], "c8"));
  const grown = appendPage(list, page([8, 7], null), "c8");
  expect(secondsOf(grown)).toEqual([9, 8, 7]);
  expect(appendPage(grown, page([8, 7], null), "c8"), "it has been added").toBe(grown);
});

test("refreshing with an empty page empties the list and removes its cursor", () => {
  const list = listOf(page([9, 8], "c8"), ["c8", page([7], "c7")]);
  const merged = mergePage(list, page([], null), keepNone);
  expect(merged).toEqual({ pages: [{ rows: [], nextCursor: null }], cursors: [null] });
});

test("a page read again shows which messages are new, and not those below the list", () => {
  const missing = (list: ListPages, fresh: InboxPage) =>
    findMissing(list, fresh).map(({ receivedAt }) => receivedAt / 1000);
  const fresh = page([9, 8, 6, 5], "c5");
  expect(missing(listOf(page([8, 7], "c7")), fresh), "6 and 5 are loaded later").toEqual([9]);
  expect(missing(listOf(page([8, 7], null)), fresh)).toEqual([9, 6, 5]);
});

const TOTALS = { total: 40, unread: 7 };
const INBOX = { folder: "inbox" } as const;
const LOADED = { rows: [], start: null, nextCursor: null };
const PART = { ...LOADED, nextCursor: "older" };

test("an inbox URL keeps the days, and a request also has their time zone", () => {
  const query = { ...INBOX, from: "2026-11-01", hasFiles: "true", timeZone: "Asia/Tokyo" } as const;
  expect(inboxHref(query)).toBe("/inbox?hasFiles=true&from=2026-11-01");
  expect(inboxSearch(query)).toBe("hasFiles=true&from=2026-11-01&timeZone=Asia%2FTokyo");
  expect(inboxSearch({ ...INBOX, timeZone: "Asia/Tokyo" })).toBe("");
});

test("clearing the filters keeps the folder and the search", () => {
  const query = { folder: "spam", search: "a", unread: "true", to: "2026-11-01" } as const;
  expect(listHref(query, NO_FILTERS)).toBe("/inbox?folder=spam&search=a");
});

test.for([
  ["2026-11-01", "2026-11-21", "1 Nov – 21 Nov 2026"],
  ["2025-12-30", "2026-01-02", "30 Dec 2025 – 2 Jan 2026"],
  ["2026-11-21", "2026-11-21", "21 Nov 2026"],
  ["2026-11-21", undefined, "Since 21 Nov 2026"],
  [undefined, "2026-11-21", "Until 21 Nov 2026"],
  [undefined, undefined, null],
] as const)("the days %s to %s read as %s", ([from, to, words]) => {
  expect(daysInWords(from, to)).toBe(words);
});

test("counts come from the counters where they know them", () => {
  expect(countOfList(INBOX, PART, TOTALS, null)).toEqual({ count: 40, isCut: false });
  const unread = { ...INBOX, unread: "true" } as const;
  expect(countOfList(unread, PART, TOTALS, null)).toEqual({ count: 7, isCut: false });
});

test("a search counts what its list has loaded, and says that there’s more", () => {
  const query = { ...INBOX, search: "ada" };
  const { rows } = PART;
  expect(countOfList(query, PART, TOTALS, null)).toEqual({ count: rows.length, isCut: true });
  expect(countOfList(query, { ...PART, start: "cursor" }, TOTALS, null)).toBeNull();
  expect(countOfList(query, LOADED, TOTALS, null)).toEqual({ count: 0, isCut: false });
});

test("the count of a filtered list is the server's until the list has loaded to the end", () => {
  const query = { ...INBOX, hasFiles: "true" } as const;
  const matching = { count: 30, isCut: false };
  expect(countOfList(query, PART, TOTALS, matching)).toBe(matching);
  expect(countOfList(query, LOADED, TOTALS, matching)).toEqual({ count: 0, isCut: false });
});

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
  type ListPages,
  mergePage,
  type Row,
  rowsOf,
  startList,
  toListPage,
} from "../../app/(dashboard)/inbox/list/list-pages";
import { toChanges } from "../../app/(dashboard)/inbox/optimistic-updates";

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
    spamReason: null,
    spamMatch: null,
    replyAddress: null,
    hasFailed: false,
    ...more,
  };
}

function page(seconds: number[], nextCursor: string | null, asOf = 1): InboxPage {
  return { data: seconds.map((second) => item(second)), nextCursor, asOf };
}

function listOf(first: InboxPage, ...more: [cursor: string, page: InboxPage][]): ListPages {
  const list = startList(first, null);
  return {
    pages: [...list.pages, ...more.map(([cursor, next]) => toListPage(next, cursor))],
    pageParams: [...list.pageParams, ...more.map(([cursor]) => cursor)],
  };
}

const rowAt = (second: number, asOf = 1): Row => ({ ...item(second), asOf, cursor: null });
const secondsOf = (list: ListPages) => rowsOf(list).map(({ receivedAt }) => receivedAt / 1000);
const keepNone = () => false;

test("each row has the cursor of its page", () => {
  const list = listOf(page([9, 8], "c8"), ["c8", page([7], null)]);
  expect(rowsOf(list).map(({ cursor }) => cursor)).toEqual([null, null, "c8"]);
});

test("adds each new message once, in order, to the page it belongs to", () => {
  const list = listOf(page([5, 3], "c3"), ["c3", page([2], null)]);
  const grown = addRows(list, [rowAt(8), rowAt(7), rowAt(5), rowAt(4), rowAt(1)]);
  expect(grown.pages.map(({ rows }) => rows.map(({ receivedAt }) => receivedAt / 1000))).toEqual([
    [8, 7, 5, 4, 3],
    [2, 1],
  ]);
  expect(rowsOf(grown).at(-1)?.cursor).toBe("c3");
  expect(addRows(list, [rowAt(5)]), "an unchanged list is the same object").toBe(list);
});

test("adds messages to an empty list", () => {
  expect(secondsOf(addRows(startList(page([], null), null), [rowAt(1), rowAt(2)]))).toEqual([2, 1]);
});

test("refreshing the first page updates its rows in place and removes missing ones", () => {
  const list = listOf(page([9, 8, 7], "c7"), ["c7", page([6, 5], null)]);
  const fresh = {
    ...page([10, 9, 7], "c7", 2),
    data: [item(10), item(9, { read: true }), item(7)],
  };
  const merged = mergePage(list, fresh, null, keepNone);
  expect(secondsOf(merged), "10 isn't added; 6 and 5 aren't covered").toEqual([9, 7, 6, 5]);
  expect(merged.pages[0]?.rows[0]).toMatchObject({ read: true, asOf: 2, cursor: null });
  expect(merged.pages[1], "an unchanged page is the same object").toBe(list.pages[1]);
});

test("refreshing keeps requested rows and rows that arrived after the refreshed page", () => {
  const list = listOf(page([9, 8, 7], null));
  const kept = mergePage(list, page([9], null, 2), null, ({ receivedAt }) => receivedAt === 8000);
  expect(secondsOf(kept)).toEqual([9, 8]);
  const grown = addRows(list, [rowAt(11, 5)]);
  expect(secondsOf(mergePage(grown, page([9, 8, 7], null, 2), null, keepNone))).toContain(11);
});

test("refreshing with an empty page empties the list and removes its cursor", () => {
  const list = listOf(page([9, 8], "c8"), ["c8", page([7], "c7")]);
  const merged = mergePage(list, page([], null, 2), null, keepNone);
  expect(merged).toEqual({ pages: [{ rows: [], nextCursor: null }], pageParams: [null] });
});

test("refreshing a later page leaves the previous pages unchanged", () => {
  const list = listOf(page([9, 8], "c8"), ["c8", page([7, 6], "c6")]);
  const fresh = { ...page([7, 6], "c6", 2), data: [item(7, { read: true }), item(6)] };
  const merged = mergePage(list, fresh, "c8", keepNone);
  expect(secondsOf(merged)).toEqual([9, 8, 7, 6]);
  expect(merged.pages[0]).toBe(list.pages[0]);
  expect(merged.pages[1]?.rows[0]).toMatchObject({ read: true, cursor: "c8", asOf: 2 });
  expect(merged.pages[1]?.nextCursor).toBe("c6");
});

const TOTALS = { total: 40, unread: 7 };
const NONE = toChanges([]);
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
  expect(countOfList(INBOX, PART, TOTALS, null, NONE)).toEqual({ count: 40, isCut: false });
  const unread = { ...INBOX, unread: "true" } as const;
  expect(countOfList(unread, PART, TOTALS, null, NONE)).toEqual({ count: 7, isCut: false });
});

test("the count of a search is unknown until its list has loaded to the end", () => {
  const query = { ...INBOX, search: "ada" };
  expect(countOfList(query, PART, TOTALS, null, NONE)).toBeNull();
  expect(countOfList(query, LOADED, TOTALS, null, NONE)).toEqual({ count: 0, isCut: false });
});

test("the count of a filtered list includes changes made since it was counted", () => {
  const query = { ...INBOX, hasFiles: "true" } as const;
  const matching = { count: 30, isCut: false, asOf: 1_000 };
  const from = { folder: "inbox", read: false, spamReason: null } as const;
  const variables = [{ id: "a", formId: "f", from, to: { folder: "archive" } as const }];
  const archivedAt = (doneAt: number) =>
    toChanges([{ status: "success", variables, data: { doneAt, cancelled: [] } }]);
  const countAfter = (doneAt: number) =>
    countOfList(query, PART, TOTALS, matching, archivedAt(doneAt))?.count;
  expect(countAfter(2_000)).toBe(29);
  expect(countAfter(500)).toBe(30);
});

import { expect, test } from "vitest";
import {
  daysInWords,
  inboxHref,
  inboxSearch,
  listHref,
  NO_FILTERS,
} from "../../app/(dashboard)/inbox/inbox-url";
import { countOfList } from "../../app/(dashboard)/inbox/list/list-count";
import { toChanges } from "../../app/(dashboard)/inbox/optimistic-updates";

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

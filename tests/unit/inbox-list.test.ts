import { expect, test } from "vitest";
import type { Change, Mark } from "#components/inbox/change-log";
import {
  addArrivals,
  appendPage,
  blocksOf,
  isWithin,
  type ListState,
  type Row,
  renewHead,
  renewRows,
  revealArrivals,
  startList,
} from "#components/inbox/list-rows";
import { changesById, isListed, markedNow, totalsChange, totalsNow } from "#components/inbox/marks";
import type { InboxItem, InboxPage } from "#lib/submissions/inbox-schema";

/** A message of second `at`, with an id that sorts like it. */
function item(at: number, more: Partial<InboxItem> = {}): InboxItem {
  return {
    id: `id-${String(at).padStart(3, "0")}`,
    formId: "form",
    formName: "Contact",
    folder: "inbox",
    read: false,
    receivedAt: at * 1000,
    name: null,
    email: null,
    preview: "",
    attachmentCount: 0,
    spamReason: null,
    ...more,
  };
}

function page(seconds: number[], nextCursor: string | null, asOf = 1): InboxPage {
  return { data: seconds.map((second) => item(second)), nextCursor, asOf };
}

const secondsOf = (rows: readonly Row[]) => rows.map(({ receivedAt }) => receivedAt / 1000);
const keepNone = () => false;

test("older pages come below, none of their rows twice, and each knows its page", () => {
  const list = appendPage(startList(page([9, 8], "c8"), null), page([8, 7], null), "c8");
  expect(secondsOf(list.rows)).toEqual([9, 8, 7]);
  expect(list.rows.map(({ cursor }) => cursor)).toEqual([null, null, "c8"]);
  expect(list.nextCursor).toBeNull();
});

test("arrivals wait, once each, and are shown in their order", () => {
  const start = startList(page([5, 3], null), null);
  const once = addArrivals(start, [item(7), item(5)], 2);
  const twice = addArrivals(once, [item(8), item(7), item(4)], 3);
  expect(secondsOf(twice.rows)).toEqual([5, 3]);
  expect(secondsOf(twice.waiting)).toEqual([8, 7, 4]);
  const shown = revealArrivals(twice);
  expect(secondsOf(shown.rows)).toEqual([8, 7, 5, 4, 3]);
  expect(shown.waiting).toEqual([]);
});

test("nothing new leaves the very same list", () => {
  const list = startList(page([5], null), null);
  expect(addArrivals(list, [item(5)], 2)).toBe(list);
  expect(revealArrivals(list)).toBe(list);
});

test("a renewed head: rows are brought up to date in place, what left goes, what came waits", () => {
  const list = appendPage(startList(page([9, 8, 7], "c7"), null), page([6, 5], null), "c7");
  const fresh: InboxPage = {
    data: [item(10), item(9, { read: true }), item(7)],
    nextCursor: "c7",
    asOf: 2,
  };
  const renewed = renewHead(list, fresh, keepNone);
  expect(secondsOf(renewed.rows), "8 has left; 6 and 5 are not covered").toEqual([9, 7, 6, 5]);
  expect(renewed.rows[0]).toMatchObject({ read: true, asOf: 2 });
  expect(secondsOf(renewed.waiting)).toEqual([10]);
  expect(renewed.nextCursor).toBeNull();
});

test("a renewed head keeps what it is told to keep, and rows that are newer than itself", () => {
  const list = startList(page([9, 8, 7], null, 1), null);
  const kept = renewHead(list, page([9], null, 2), (row) => row.receivedAt === 8000);
  expect(secondsOf(kept.rows)).toEqual([9, 8]);
  const shown = revealArrivals(addArrivals(list, [item(11)], 5));
  expect(secondsOf(renewHead(shown, page([9, 8, 7], null, 2), keepNone).rows)).toContain(11);
});

test("a head that is empty empties the list it covers", () => {
  const list: ListState = startList(page([9, 8], null), null);
  expect(renewHead(list, page([], null, 2), keepNone).rows).toEqual([]);
});

const from: Mark = { folder: "inbox", read: false, spamReason: null, isDeleted: false };
const change = (at: number, to: Partial<Mark>, more: Partial<Change> = {}): Change => ({
  key: `${at}`,
  id: "id-001",
  formId: "form",
  from,
  to,
  at,
  ...more,
});

test("a message shows what was changed since it was read, and nothing that was changed before", () => {
  const log = changesById([
    change(10, { read: true }),
    change(20, { folder: "archive" }),
    change(Number.POSITIVE_INFINITY, { folder: "spam", spamReason: "manual" }),
  ]);
  const message = item(1);
  expect(markedNow(message, 15, log)).toMatchObject({ read: false, folder: "spam" });
  expect(markedNow(message, 10, log).read).toBe(true);
  expect(markedNow(item(2), 1, log), "others are the same object").toEqual(item(2));
  const other = item(2);
  expect(markedNow(other, 1, log)).toBe(other);
});

test("a list holds its folder's messages and none that are deleted", () => {
  expect(isListed(item(1), "inbox")).toBe(true);
  expect(isListed(item(1, { folder: "spam" }), "inbox")).toBe(false);
  expect(isListed(item(1, { folder: "spam" }), "all")).toBe(true);
  expect(isListed({ ...item(1), isDeleted: true }, "all")).toBe(false);
});

test("figures follow each change, and taking it back takes them back", () => {
  const archived = change(20, { folder: "archive" });
  const back = change(30, { folder: "inbox" }, { from: { ...from, folder: "archive" } });
  expect(totalsChange([archived], 10, "inbox")).toEqual({ total: -1, unread: -1 });
  expect(totalsChange([archived], 10, "archive")).toEqual({ total: 1, unread: 1 });
  expect(totalsChange([archived], 10, "all")).toEqual({ total: 0, unread: 0 });
  expect(totalsChange([archived, back], 10, "inbox")).toEqual({ total: 0, unread: 0 });
  expect(totalsChange([archived], 10, "inbox", "another form")).toEqual({ total: 0, unread: 0 });
  expect(totalsChange([archived], 21, "inbox"), "counted already").toEqual({ total: 0, unread: 0 });
  expect(totalsChange([change(20, { read: true })], 10, "inbox")).toEqual({ total: 0, unread: -1 });
  expect(totalsChange([change(20, { isDeleted: true })], 10, "all")).toEqual({
    total: -1,
    unread: -1,
  });
});

test("figures are summed over forms and folders, and never less than nothing", () => {
  const totals = [
    { formId: "a", folder: "inbox", total: 3, unread: 1 },
    { formId: "a", folder: "spam", total: 2, unread: 2 },
    { formId: "b", folder: "inbox", total: 4, unread: 0 },
  ] as const;
  const none = { total: 0, unread: 0 };
  expect(totalsNow(totals, none, "inbox")).toEqual({ total: 7, unread: 1 });
  expect(totalsNow(totals, none, "all", "a")).toEqual({ total: 5, unread: 3 });
  expect(totalsNow(totals, { total: -9, unread: -9 }, "inbox", "a")).toEqual(none);
});

test("a page further down that is read again changes its rows where they are, and moves none", () => {
  const list = appendPage(startList(page([9, 8], "8"), null), page([7, 6], "6"), "8");
  expect(isWithin(list, "8")).toBe(true);
  expect(isWithin(list, null)).toBe(true);
  expect(isWithin(list, "6"), "nobody has read that far").toBe(false);
  const fresh = { ...page([7, 6], "6", 2), data: [item(7, { read: true }), item(6)] };
  const renewed = renewRows(list, fresh);
  expect(secondsOf(renewed.rows)).toEqual([9, 8, 7, 6]);
  expect(renewed.rows[2]).toMatchObject({ read: true, cursor: "8", asOf: 2 });
  expect(renewed.rows[0]).toBe(list.rows[0]);
  expect(renewed.nextCursor).toBe("6");
});

test("blocks of rows keep their keys when rows come and go, and their order always", () => {
  const list = appendPage(startList(page([9, 8], "8"), null), page([7, 6], "6"), "8");
  const keys = blocksOf(list.rows).map(({ key }) => key);
  expect(keys).toHaveLength(2);
  const arrived = revealArrivals(addArrivals(list, [item(10)], 2));
  expect(blocksOf(arrived.rows).map(({ key }) => key)).toEqual(keys);
  expect(blocksOf(list.rows.slice(1)).map(({ key }) => key)).toEqual(keys);
  const mixed = [9, 8, 7].map((at) => ({ ...item(at), asOf: 1, cursor: at === 8 ? "8" : null }));
  const blocks = blocksOf(mixed);
  expect(secondsOf(blocks.flatMap(({ rows }) => rows))).toEqual([9, 8, 7]);
  expect(new Set(blocks.map(({ key }) => key)).size).toBe(3);
});

import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import {
  changeCounts,
  changeMessage,
  changeTotals,
  isListed,
  type MessageChange,
  type MessagePatch,
  totalsIn,
} from "../../app/(dashboard)/inbox/changes";
import { TOTALS_KEY } from "../../app/(dashboard)/inbox/query-keys";
import {
  heldDeletions,
  isChangedHere,
  pendingChanges,
  readCurrent,
  sendChanges,
} from "../../app/(dashboard)/inbox/send-changes";

const from = { folder: "inbox", read: false, spamReason: null, suspected: false } as const;
const message = { id: "id-1", ...from };

const change = (to: MessagePatch, more: Partial<MessageChange> = {}): MessageChange => ({
  id: "id-1",
  formId: "form",
  from,
  to,
  ...more,
});

const COUNTED = [
  { formId: "form", folder: "inbox", total: 3, unread: 1 },
  { formId: "form", folder: "spam", total: 2, unread: 2 },
  { formId: "other", folder: "inbox", total: 4, unread: 0 },
] as const;

function setUp() {
  const client = new QueryClient();
  client.setQueryData(TOTALS_KEY, COUNTED);
  return {
    client,
    /** The folder that a message is shown in, and the messages counted there. */
    shown: () => {
      const changes = pendingChanges(client);
      const totals = changeTotals(client.getQueryData(TOTALS_KEY) ?? [], changes);
      return [changeMessage(message, changes).folder, totalsIn(totals, "inbox").total];
    },
    total: () => totalsIn(client.getQueryData(TOTALS_KEY) ?? [], "inbox").total,
  };
}

test("changes of a message are applied in order", () => {
  const changes = [change({ read: true }), change({ folder: "archive" }), change({ read: false })];
  expect(changeMessage(message, changes)).toMatchObject({ read: false, folder: "archive" });
  const other = { ...message, id: "id-2" };
  expect(changeMessage(other, changes), "an unchanged message is the same object").toBe(other);
});

test("a change shows while it's sent, and then the cached data has it", async () => {
  const { client, shown, total } = setUp();
  const sent = Promise.withResolvers<string>();
  const archiving = sendChanges(client, [change({ folder: "archive" })], () => sent.promise);
  expect(shown()).toEqual(["archive", 6]);
  expect(total(), "the cache has what the server has").toBe(7);
  sent.resolve("done");
  expect(await archiving).toBe("done");
  expect(pendingChanges(client)).toEqual([]);
  expect(total()).toBe(6);
  expect(isChangedHere(client, "id-1")).toBe(true);
});

test("a change that fails is rolled back, and others stay", async () => {
  const { client, shown } = setUp();
  const sent = Promise.withResolvers<void>();
  const other = change({ folder: "spam" }, { id: "id-2" });
  const moving = sendChanges(client, [other], () => sent.promise);
  const failing = sendChanges(client, [change({ folder: "spam" })], () => Promise.reject("no"));
  expect(shown()).toEqual(["spam", 5]);
  await expect(failing).rejects.toBe("no");
  expect(shown()).toEqual(["inbox", 6]);
  expect(isChangedHere(client, "id-1")).toBe(false);
  sent.resolve();
  await moving;
});

test("changes in one scope are sent sequentially and shown together", async () => {
  const { client } = setUp();
  const order: string[] = [];
  const send = (name: string) => async () => {
    order.push(`${name} starts`);
    await Promise.resolve();
    order.push(`${name} ends`);
  };
  const first = sendChanges(client, [change({ read: true })], send("first"), "s");
  const other = change({ read: true }, { id: "id-2" });
  const second = sendChanges(client, [other], send("second"), "s");
  expect(pendingChanges(client).map(({ id }) => id)).toEqual(["id-1", "id-2"]);
  await Promise.all([first, second]);
  expect(order).toEqual(["first starts", "first ends", "second starts", "second ends"]);
});

test("a held deletion hides the message until it's released", () => {
  const { client } = setUp();
  const isDeleted = () => changeMessage(message, pendingChanges(client)).isDeleted ?? false;
  heldDeletions.set([[change({ isDeleted: true })]]);
  expect(isDeleted()).toBe(true);
  heldDeletions.set([]);
  expect(isDeleted()).toBe(false);
});

test("what was read before a change was made is read again", async () => {
  const { client } = setUp();
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let reads = 0;
  const reading = readCurrent(client, async () => answers[reads++]?.promise);
  await sendChanges(client, [change({ read: true })], async () => undefined);
  answers[0]?.resolve("before");
  answers[1]?.resolve("after");
  expect(await reading).toBe("after");
  expect(await readCurrent(client, async () => "once")).toBe("once");
  expect(reads).toBe(2);
});

test("a folder lists its messages except deleted ones", () => {
  expect(isListed(message, "inbox")).toBe(true);
  expect(isListed({ folder: "spam" }, "inbox")).toBe(false);
  expect(isListed({ folder: "spam" }, "all")).toBe(true);
  expect(isListed({ folder: "inbox", isDeleted: true }, "all")).toBe(false);
});

test("counts include changes", () => {
  expect(totalsIn(COUNTED, "inbox")).toEqual({ total: 7, unread: 1 });
  expect(totalsIn(COUNTED, "all", "form")).toEqual({ total: 5, unread: 3 });
  const archive = change({ folder: "archive" });
  const archived = changeTotals(COUNTED, [archive]);
  expect(totalsIn(archived, "inbox")).toEqual({ total: 6, unread: 0 });
  expect(totalsIn(archived, "archive")).toEqual({ total: 1, unread: 1 });
  expect(totalsIn(archived, "inbox", "other")).toEqual({ total: 4, unread: 0 });
  const undo = change({ folder: "inbox" }, { from: { ...from, folder: "archive" } });
  expect(totalsIn(changeTotals(archived, [undo]), "inbox")).toEqual({ total: 7, unread: 1 });
  const deleted = changeTotals(COUNTED, [change({ isDeleted: true })]);
  expect(totalsIn(deleted, "all")).toEqual({ total: 8, unread: 2 });
});

test("counts are never negative", () => {
  const deleted = changeTotals([], [change({ isDeleted: true })]);
  expect(totalsIn(deleted, "inbox")).toEqual({ total: 0, unread: 0 });
});

test("the count of a filter follows what leaves and enters its folder", () => {
  const counts = { matching: { count: 30, isCut: false }, found: null, folder: "inbox" } as const;
  const countAfter = (...changes: MessageChange[]) => changeCounts(counts, changes).matching?.count;
  expect(countAfter(change({ folder: "archive" }))).toBe(29);
  expect(countAfter(change({ read: true }))).toBe(30);
  const ofOther = { ...counts, formId: "other" };
  expect(changeCounts(ofOther, [change({ isDeleted: true })])).toBe(ofOther);
});

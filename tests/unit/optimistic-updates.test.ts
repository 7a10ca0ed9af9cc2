import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { ChangeOutcome } from "../../app/(dashboard)/inbox/actions";
import {
  applyChanges,
  applyPendingChanges,
  CHANGES,
  type ChangeState,
  holdChanges,
  isListed,
  type MessageChange,
  type MessagePatch,
  toChanges,
  totalsNow,
} from "../../app/(dashboard)/inbox/optimistic-updates";

const from = { folder: "inbox", read: false, spamReason: null } as const;
const message = { id: "id-1", ...from };

const change = (to: MessagePatch, more: Partial<MessageChange> = {}): MessageChange => ({
  id: "id-1",
  formId: "form",
  from,
  to,
  ...more,
});

/** A change as stored in the cache: done at a given time, or pending if null. */
const state = (doneAt: number | null, ...variables: MessageChange[]): ChangeState =>
  doneAt === null
    ? { status: "pending", variables, data: undefined }
    : { status: "success", variables, data: { doneAt, cancelled: [] } };

function changesOf(client: QueryClient) {
  return toChanges(
    client
      .getMutationCache()
      .findAll(CHANGES)
      .map((mutation) => mutation.state as ChangeState),
  );
}

test("applies only changes made since a message was loaded", () => {
  const changes = toChanges([
    state(10, change({ read: true })),
    state(20, change({ folder: "archive" })),
    state(null, change({ folder: "spam", spamReason: "manual" })),
  ]);
  expect(applyPendingChanges(message, 15, changes)).toMatchObject({ read: false, folder: "spam" });
  expect(applyPendingChanges(message, 10, changes).read).toBe(true);
  const other = { ...message, id: "id-2" };
  expect(applyPendingChanges(other, 1, changes), "an unchanged message is the same object").toBe(
    other,
  );
});

test("a change is shown while pending, kept on success, and rolled back on failure", async () => {
  const client = new QueryClient();
  const shown = () => applyPendingChanges(message, 1, changesOf(client)).folder;
  const sent = Promise.withResolvers<ChangeOutcome>();
  const archiving = applyChanges(client, [change({ folder: "archive" })], () => sent.promise);
  expect(shown()).toBe("archive");
  sent.resolve({ doneAt: 5, cancelled: [] });
  await archiving;
  expect(shown()).toBe("archive");
  const failing = applyChanges(client, [change({ folder: "spam" })], () => Promise.reject("no"));
  expect(shown()).toBe("spam");
  await expect(failing).rejects.toBe("no");
  expect(shown()).toBe("archive");
});

test("changes in one scope are sent sequentially and shown together", async () => {
  const client = new QueryClient();
  const order: string[] = [];
  const send = (name: string) => async () => {
    order.push(`${name} starts`);
    await Promise.resolve();
    order.push(`${name} ends`);
    return { doneAt: 1, cancelled: [] };
  };
  const first = applyChanges(client, [change({ read: true })], send("first"), "s");
  const other = change({ read: true }, { id: "id-2" });
  const second = applyChanges(client, [other], send("second"), "s");
  expect([...changesOf(client).byId.keys()]).toEqual(["id-1", "id-2"]);
  await Promise.all([first, second]);
  expect(order).toEqual(["first starts", "first ends", "second starts", "second ends"]);
});

test("a held deletion hides the message until it is reverted", async () => {
  const client = new QueryClient();
  const isDeleted = () => applyPendingChanges(message, 1, changesOf(client)).isDeleted ?? false;
  const { revert } = holdChanges(client, [change({ isDeleted: true })]);
  expect(isDeleted()).toBe(true);
  revert();
  await expect.poll(isDeleted).toBe(false);
});

test("a folder lists its messages except deleted ones", () => {
  expect(isListed(message, "inbox")).toBe(true);
  expect(isListed({ folder: "spam" }, "inbox")).toBe(false);
  expect(isListed({ folder: "spam" }, "all")).toBe(true);
  expect(isListed({ folder: "inbox", isDeleted: true }, "all")).toBe(false);
});

test("counts include changes made after they were loaded", () => {
  const totals = [
    { formId: "form", folder: "inbox", total: 3, unread: 1 },
    { formId: "form", folder: "spam", total: 2, unread: 2 },
    { formId: "other", folder: "inbox", total: 4, unread: 0 },
  ] as const;
  const archived = toChanges([state(20, change({ folder: "archive" }))]);
  const none = toChanges([]);
  expect(totalsNow(totals, 10, none, "inbox")).toEqual({ total: 7, unread: 1 });
  expect(totalsNow(totals, 10, none, "all", "form")).toEqual({ total: 5, unread: 3 });
  expect(totalsNow(totals, 10, archived, "inbox")).toEqual({ total: 6, unread: 0 });
  expect(totalsNow(totals, 10, archived, "archive")).toEqual({ total: 1, unread: 1 });
  expect(totalsNow(totals, 10, archived, "inbox", "other")).toEqual({ total: 4, unread: 0 });
  expect(totalsNow(totals, 21, archived, "inbox"), "already included").toEqual({
    total: 7,
    unread: 1,
  });
  const undone = toChanges([
    ...archived.states,
    state(30, change({ folder: "inbox" }, { from: { ...from, folder: "archive" } })),
  ]);
  expect(totalsNow(totals, 10, undone, "inbox")).toEqual({ total: 7, unread: 1 });
  const deleted = toChanges([state(null, change({ isDeleted: true }))]);
  expect(totalsNow(totals, 10, deleted, "all")).toEqual({ total: 8, unread: 2 });
});

test("counts are never negative", () => {
  const deleted = toChanges([state(null, change({ isDeleted: true }))]);
  expect(totalsNow([], 10, deleted, "inbox")).toEqual({ total: 0, unread: 0 });
});

import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { deleteSubmissions } from "#lib/domain/submissions/delete-submissions";
import type { MessageState } from "#lib/domain/submissions/inbox/inbox-schema";
import { requeueCancelled } from "#lib/domain/submissions/mark-not-spam";
import { restoreSubmissions } from "#lib/domain/submissions/restore-submissions";
import { UpdatedSubmissions, UpdateSubmissionInput } from "#lib/domain/submissions/update-schema";
import { updateSubmissions } from "#lib/domain/submissions/update-submissions";
import { getUsage } from "#lib/domain/usage/get-usage";
import { callAccount, callApi, dataOf, errorOf, invalidPaths } from "#tests/support/contract/api";
import { signedIn } from "#tests/support/factories/account-factories";
import { auditEntriesOf } from "#tests/support/factories/audit-entries";
import { createOwnForm, createWorkspace } from "#tests/support/factories/factories";
import {
  createAttachment,
  createDelivery,
  createSubmission,
} from "#tests/support/factories/message-factories";

async function setUp(count = 3) {
  const { workspace, ctx, token, recipient, form } = await createOwnForm();
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push((await createSubmission(workspace, form)).id);
  const waiting = () =>
    db().delivery.count({ where: { dueAt: { not: null }, workspaceId: workspace.id } });
  return { workspace, ctx, token, recipient, form, ids, waiting };
}

async function statesOf(ids: readonly string[]): Promise<MessageState[]> {
  const rows = await db().submission.findMany({ where: { id: { in: [...ids] } } });
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id);
    if (!row) return [];
    const { folder, isRead: read, spamReason } = row;
    return [{ id, folder, read, spamReason } as MessageState];
  });
}

test("moves and marks messages in bulk and skips deleted ones", async () => {
  const { ctx, ids } = await setUp();
  const [first = "", ...others] = ids;
  await deleteSubmissions(ctx, [first]);
  const change = { folder: "archive", read: true } as const;
  const done = { changed: others.toSorted(), cancelled: [], waited: [] };
  expect(await updateSubmissions(ctx, [...ids, newId()], change)).toEqual(done);
  expect(await statesOf(ids)).toEqual(others.map((id) => ({ id, ...change, spamReason: null })));
  expect((await getUsage(ctx)).folders).toEqual({ archive: 2 });
});

const readAll = () => db().submission.findMany({ orderBy: { id: "asc" } });

test("changes only the folder and the read state in bulk", async () => {
  const { ctx, ids } = await setUp();
  const read = { read: true };
  expect(UpdateSubmissionInput.safeParse({ ...read, name: "Ada" }).success).toBe(false);
  const before = await readAll();
  const done = { changed: ids.toSorted(), cancelled: [], waited: [] };
  expect(await updateSubmissions(ctx, ids, { ...read, ...{ name: "Ada" } })).toEqual(done);
  expect(await readAll()).toEqual(
    before.map((row) =>
      ids.includes(row.id)
        ? { ...row, isRead: true, searchIndexed: false, changedAt: ctx.now }
        : row,
    ),
  );
});

test("a change without a folder or a read state writes nothing", async () => {
  const { ctx, ids } = await setUp();
  await db().submission.updateMany({ data: { searchIndexed: true } });
  const before = await readAll();
  expect(await updateSubmissions(ctx, ids, {})).toMatchObject({ cancelled: [] });
  expect(await readAll()).toEqual(before);
});

test("undo restores folder, read state, and spam reason", async () => {
  const { workspace, form, ctx, ids } = await setUp(1);
  const others = [
    await createSubmission(workspace, form, { folder: "archive", read: true }),
    await createSubmission(workspace, form, { folder: "spam" }),
    await createSubmission(workspace, form, { folder: "spam", spamReason: "manual", read: true }),
  ];
  const all = [...ids, ...others.map(({ id }) => id)];
  const before = await statesOf(all);
  for (const change of [{ folder: "inbox" }, { folder: "spam" }, { read: false }] as const) {
    await updateSubmissions(ctx, all, change);
    expect(await restoreSubmissions(ctx, before)).toEqual({ changed: 4 });
    expect(await statesOf(all)).toEqual(before);
  }
});

test("undoing a move to spam requeues the canceled deliveries once, and skips deleted messages", async () => {
  const { workspace, ctx, recipient, ids, waiting } = await setUp(3);
  const [queued = "", sent = "", gone = ""] = ids;
  const recipients = [{ id: recipient.id, email: recipient.email }];
  const plan = { reason: "form_recipients", ruleId: null, ruleName: null, recipients };
  await db().submission.updateMany({ where: { id: { in: ids } }, data: { plan } });
  const recipientId = recipient.id;
  await createDelivery(workspace, { id: queued }, { recipientId });
  await createDelivery(workspace, { id: sent }, { status: "sent", recipientId });
  const before = await statesOf(ids);
  const { cancelled } = await updateSubmissions(ctx, ids, { folder: "spam" });
  expect(cancelled).toEqual([queued]);
  await deleteSubmissions(ctx, [gone]);
  expect(await restoreSubmissions(ctx, before)).toEqual({ changed: 2 });
  for (const _ of [1, 2]) await requeueCancelled(ctx, [...cancelled, gone]);
  const deliveries = await db().delivery.findMany({
    where: { channel: "email", workspaceId: workspace.id },
  });
  const statusOf = (id: string) =>
    deliveries.filter((one) => one.submissionId === id).map(({ status }) => status);
  expect([statusOf(queued), statusOf(sent)]).toEqual([["queued"], ["delivered"]]);
  expect(await waiting()).toBe(1);
});

test("deletes messages with their files in bulk, and a repeat deletes nothing", async () => {
  const { workspace, ids } = await setUp();
  const file = await createAttachment(workspace, { id: ids[0] ?? "" });
  const jar = await signedIn(workspace);
  const remove = () =>
    callAccount("POST", "/api/account/submissions/delete", { jar, body: { ids } });
  expect((await remove()).json).toMatchObject({ data: { deleted: 3 } });
  expect((await remove()).json).toMatchObject({ data: { deleted: 0 } });
  const object = await db().storedObject.findFirst({ where: { id: file.objectId } });
  expect(object?.status).toBe("deleting");
});

test("the audit log counts the messages that a bulk deletion deleted, without those already gone", async () => {
  const { workspace, ctx, ids } = await setUp();
  const [gone = ""] = ids;
  await deleteSubmissions(ctx, [gone]);
  expect(await deleteSubmissions(ctx, [...ids, newId()])).toEqual({ deleted: 2 });
  await deleteSubmissions(ctx, ids);
  expect(await auditEntriesOf(workspace, "submissions.deleted")).toMatchObject([
    { subjectId: gone, details: { messages: 1 } },
    { subjectId: null, details: { messages: 2 } },
  ]);
});

test("bulk deletion accepts 1 to 500 UUIDs", async () => {
  const jar = await signedIn(await createWorkspace());
  const rejected = async (ids: unknown) =>
    invalidPaths(
      await callAccount("POST", "/api/account/submissions/delete", { jar, body: { ids } }),
    );
  expect(await rejected([])).toEqual(["ids"]);
  expect(await rejected(Array.from({ length: 501 }, newId))).toEqual(["ids"]);
  expect(await rejected(["x"])).toEqual(["ids.0"]);
  expect(await rejected("x")).toEqual(["ids"]);
});

test("concurrent bulk changes of the same messages don't deadlock", async () => {
  const { ctx, ids } = await setUp(20);
  const changes = (["archive", "spam", "inbox", "archive"] as const).map((folder, index) =>
    updateSubmissions(ctx, index % 2 ? ids : ids.toReversed(), { folder }),
  );
  const done = { changed: ids.toSorted(), cancelled: [], waited: [] };
  expect(await Promise.all(changes)).toEqual(Array(4).fill(done));
  const folders = new Set((await statesOf(ids)).map(({ folder }) => folder));
  expect(folders.size, "each change is atomic").toBe(1);
});

test("PATCH /v1/submissions updates up to 100 submissions and names those it doesn't find", async () => {
  const { token, ids } = await setUp();
  const foreign = (await setUp()).ids;
  const patch = (body: object) => callApi("PATCH", "/v1/submissions", { token, body });
  const unknown = [...foreign, newId()];
  const [first = ""] = ids;
  const changed = await patch({ ids: [...ids, first, ...unknown], folder: "archive", read: true });
  expect(dataOf(changed, 200, UpdatedSubmissions)).toEqual({
    updated: ids.toSorted(),
    notFound: unknown,
  });
  expect(await statesOf(ids)).toMatchObject(ids.map(() => ({ folder: "archive", read: true })));
  expect(await statesOf(foreign)).toMatchObject(foreign.map(() => ({ folder: "inbox" })));
  for (const invalid of [[], Array.from({ length: 101 }, newId), ["x"]])
    errorOf(await patch({ ids: invalid, read: true }), "validation_failed");
  for (const body of [{ ids }, { read: true }]) errorOf(await patch(body), "validation_failed");
});

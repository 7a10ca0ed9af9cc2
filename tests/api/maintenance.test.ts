import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { objectStore } from "#lib/adapters/files/object-store";
import { newId } from "#lib/core/ids";
import { deleteForm } from "#lib/domain/forms/forms";
import { updateForm } from "#lib/domain/forms/update-form";
import { getSubmission, objectKey } from "#lib/domain/submissions/store";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { getUsage } from "#lib/domain/usage/get-usage";
import { runMaintenance } from "#lib/entry/jobs/run-maintenance";
import {
  contextAt,
  createForm,
  createOwnForm,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { afterStart, maintain } from "#tests/support/factories/maintain";
import {
  countMessages,
  createAttachment,
  createDelivery,
  createSubmission,
  DEFAULT_TEXT_BYTES,
  fillSpam,
} from "#tests/support/factories/message-factories";
import { createTestClock, START } from "#tests/support/twins/test-clock";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function isInStore(workspace: Workspace, objectId: string): Promise<boolean> {
  const body = await objectStore().read(objectKey(workspace.id, objectId));
  await body?.cancel();
  return body !== null;
}

async function storageBytes(workspace: Workspace): Promise<number> {
  return (await getUsage(workspace.ctx)).storageBytes;
}

it("deletes spam that is older than its form keeps it, and nothing else", async () => {
  const workspace = await createWorkspace();
  const [form, keeping] = [await createForm(workspace), await createForm(workspace)];
  await updateForm(workspace.ctx, form.id, { spamRetentionDays: 30 });
  const at = { receivedAt: START };
  const old = await createSubmission(workspace, form, { ...at, folder: "spam" });
  const newer = { receivedAt: afterStart(HOUR_MS), folder: "spam" as const };
  const kept = [
    await createSubmission(workspace, form, newer),
    await createSubmission(workspace, form, at),
    await createSubmission(workspace, keeping, { ...at, folder: "spam" }),
  ];
  const left = async () => {
    const where = { workspaceId: workspace.id };
    const rows = await db().submission.findMany({ where, select: { id: true } });
    return rows.map(({ id }) => id).toSorted();
  };
  const keptIds = kept.map(({ id }) => id);
  await maintain(afterStart(30 * DAY_MS - 1));
  expect(await left()).toEqual([old.id, ...keptIds].toSorted());
  expect(await maintain(afterStart(30 * DAY_MS))).toMatchObject({ spam: 1 });
  expect(await left()).toEqual(keptIds.toSorted());
});

it("keeps a message that was moved to spam as long as one that arrived as spam", async () => {
  const { workspace, form } = await createOwnForm();
  await updateForm(workspace.ctx, form.id, { spamRetentionDays: 30 });
  const message = await createSubmission(workspace, form, { receivedAt: START });
  const moveAt = (days: number, folder: "inbox" | "spam") =>
    updateSubmission(contextAt(workspace, afterStart(days * DAY_MS)), message.id, { folder });
  const isKeptAt = async (ms: number) => {
    await maintain(afterStart(ms));
    return (await db().submission.count({ where: { id: message.id } })) === 1;
  };
  await moveAt(40, "spam");
  await moveAt(50, "spam");
  expect(await isKeptAt(70 * DAY_MS - 1)).toBe(true);
  await moveAt(69, "inbox");
  await moveAt(70, "spam");
  expect(await isKeptAt(100 * DAY_MS - 1)).toBe(true);
  expect(await isKeptAt(100 * DAY_MS)).toBe(false);
});

it("deletes an expired submission with its files, emails, and outbox entries", async () => {
  const { workspace, form } = await createOwnForm();
  const submission = await createSubmission(workspace, form, { expiresAt: afterStart(DAY_MS) });
  const kept = await createSubmission(workspace, form);
  const file = await createAttachment(workspace, submission);
  const delivery = await createDelivery(workspace, submission);
  await maintain(afterStart(DAY_MS - 1));
  expect(await db().submission.count({ where: { id: submission.id } })).toBe(1);
  expect(await maintain(afterStart(DAY_MS))).toMatchObject({ messages: 1, objects: 1 });
  expect(await db().submission.findMany({ where: { formId: form.id } })).toMatchObject([
    { id: kept.id },
  ]);
  expect(await db().delivery.count({ where: { id: delivery.id } })).toBe(0);
  expect(await db().delivery.count({ where: { dueAt: { not: null }, id: delivery.id } })).toBe(0);
  expect(await isInStore(workspace, file.objectId)).toBe(false);
  expect(await storageBytes(workspace)).toBe(DEFAULT_TEXT_BYTES);
  expect((await getUsage(workspace.ctx)).folders).toEqual({ inbox: 1 });
});

it("deletes a backlog in batches until it is empty or the time budget is used up", async () => {
  const { form } = await createOwnForm();
  await fillSpam(form, { count: 450 });
  await db().submission.updateMany({ where: { formId: form.id }, data: { expiresAt: START } });
  await countMessages(form.id);
  const clock = createTestClock(START);
  expect((await runMaintenance(clock, 0)).messages).toBe(0);
  const runs = await Promise.all([maintain(), maintain(), maintain()]);
  const deleted = runs.reduce((sum, { messages = 0 }) => sum + messages, 0);
  expect(deleted + ((await maintain()).messages ?? 0)).toBe(450);
  expect(await db().submission.count({ where: { formId: form.id } })).toBe(0);
});

it("deletes the submissions, files, and counts of deleted forms, and keeps other forms", async () => {
  const workspace = await createWorkspace();
  const doomed = await createForm(workspace);
  const other = await createForm(workspace);
  const submission = await createSubmission(workspace, doomed);
  const file = await createAttachment(workspace, submission);
  const delivery = await createDelivery(workspace, submission);
  await createSubmission(workspace, other);
  await deleteForm(workspace.ctx, doomed.id);
  expect(await maintain()).toMatchObject({ formMessages: 1, forms: 1, objects: 1 });
  expect(await db().form.findMany({ where: { workspaceId: workspace.id } })).toMatchObject([
    { id: other.id },
  ]);
  expect(await db().delivery.count({ where: { dueAt: { not: null }, id: delivery.id } })).toBe(0);
  expect(await isInStore(workspace, file.objectId)).toBe(false);
  expect((await getUsage(workspace.ctx)).folders).toEqual({ inbox: 1 });
});

it("deletes an expired file, keeps its name, and subtracts its bytes from storage", async () => {
  const { workspace, form } = await createOwnForm();
  const submission = await createSubmission(workspace, form);
  const file = await createAttachment(workspace, submission, { expiresAt: afterStart(DAY_MS) });
  const later = await createAttachment(workspace, submission, {
    expiresAt: afterStart(2 * DAY_MS),
  });
  expect(await maintain(afterStart(DAY_MS))).toMatchObject({ uploads: 1, objects: 1 });
  expect(await maintain(afterStart(DAY_MS))).toMatchObject({ uploads: 0, objects: 0 });
  const ctx = contextAt(workspace, afterStart(DAY_MS));
  const { attachments } = await getSubmission(ctx, submission.id);
  expect(attachments).toMatchObject([
    { filename: "notes.txt", status: "expired" },
    { id: later.id, status: "available" },
  ]);
  expect(await isInStore(workspace, file.objectId)).toBe(false);
  expect(await isInStore(workspace, later.objectId)).toBe(true);
  expect(await storageBytes(workspace)).toBe(later.bytes.byteLength + DEFAULT_TEXT_BYTES);
});

it("deletes orphaned objects after exactly one hour", async () => {
  const workspace = await createWorkspace();
  const id = newId();
  await objectStore().write(objectKey(workspace.id, id), Buffer.from("bytes"), 5, "text/plain");
  await db().storedObject.create({
    data: { id, workspaceId: workspace.id, status: "pending", sizeBytes: 5, createdAt: START },
  });
  await maintain(afterStart(HOUR_MS - 1));
  expect(await isInStore(workspace, id)).toBe(true);
  expect(await maintain(afterStart(HOUR_MS))).toMatchObject({ orphans: 1, objects: 1 });
  expect(await isInStore(workspace, id)).toBe(false);
  expect(await storageBytes(workspace)).toBe(0);
});

it("deletes partially written files after an hour", async () => {
  const incoming = join(process.env.DATA_DIR ?? "", "objects", "incoming");
  await mkdir(incoming, { recursive: true });
  await writeFile(join(incoming, "half-written"), "private");
  await utimes(join(incoming, "half-written"), START, START);
  expect(await maintain(afterStart(HOUR_MS))).toMatchObject({ drafts: 0 });
  expect(await maintain(afterStart(HOUR_MS + 1))).toMatchObject({ drafts: 1 });
  expect(await readdir(incoming)).toEqual([]);
});

it("deletes the record of an object that is no longer in storage", async () => {
  const { workspace, form } = await createOwnForm();
  const submission = await createSubmission(workspace, form);
  const file = await createAttachment(workspace, submission, { object: "deleting" });
  await objectStore().remove(objectKey(workspace.id, file.objectId));
  await maintain();
  expect(await db().storedObject.count({ where: { id: file.objectId } })).toBe(0);
  const { attachments } = await getSubmission(workspace.ctx, submission.id);
  expect(attachments).toMatchObject([{ id: file.id, status: "unavailable" }]);
});

import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { parseOrderedJson } from "#lib/core/ordered-json";
import { WebhookEvent } from "#lib/domain/endpoints/event-schema";
import { deleteSubmission } from "#lib/domain/submissions/delete-submissions";
import { erasePerson } from "#lib/domain/submissions/person/person-data";
import { Submission, SubmissionFields } from "#lib/domain/submissions/schema";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { Usage } from "#lib/domain/usage/schema";
import { callApi, dataOf, errorOf, invalidPaths } from "#tests/support/contract/api";
import { submitTo } from "#tests/support/contract/intake";
import { addDestination } from "#tests/support/factories/destination-factories";
import { contextAt, createOwnForm } from "#tests/support/factories/factories";
import {
  createAttachment,
  createDelivery,
  createSubmission,
} from "#tests/support/factories/message-factories";

async function setUp(options: Parameters<typeof createSubmission>[2] = {}) {
  const { workspace, token, form } = await createOwnForm();
  const submission = await createSubmission(workspace, form, options);
  const path = `/v1/submissions/${submission.id}`;
  const patch = (body: unknown) => callApi("PATCH", path, { token, body });
  const read = async () => dataOf(await callApi("GET", path, { token }), 200, Submission);
  return { workspace, token, form, submission, path, patch, read };
}

test("updates a submission's folder and read state, alone or together, and returns the submission", async () => {
  const { patch, read } = await setUp();
  const { attachments: _a, visitorReply: _v, deliveries: _d, ...before } = await read();
  const moved = dataOf(await patch({ folder: "archive" }), 200, SubmissionFields);
  expect(moved).toEqual({ ...before, folder: "archive" });
  const marked = dataOf(await patch({ read: true }), 200, SubmissionFields);
  expect(marked).toEqual({ ...before, folder: "archive", read: true });
  const both = dataOf(await patch({ folder: "inbox", read: false }), 200, SubmissionFields);
  expect(both).toEqual(before);
  const again = dataOf(await patch({ folder: "inbox", read: false }), 200, SubmissionFields);
  expect(again, "the current state").toEqual(before);
  expect(await read()).toMatchObject(before);
});

test("updating a submission requires a valid folder or read state", async () => {
  const { patch } = await setUp();
  errorOf(await patch({}), "validation_failed");
  for (const folder of ["all", "Inbox", "", null, 1])
    expect(invalidPaths(await patch({ folder }))).toEqual(["folder"]);
  for (const read of ["true", 1, null])
    expect(invalidPaths(await patch({ read }))).toEqual(["read"]);
});

test("a move to spam sets the reason to manual, one out of it clears it, and both change only usage by folder", async () => {
  const { token, patch } = await setUp();
  for (const [body, folder, spamReason] of [
    [{ folder: "spam" }, "spam", "manual"],
    [{ read: true }, "spam", "manual"],
    [{ folder: "archive" }, "archive", null],
    [{ folder: "inbox" }, "inbox", null],
  ] as const) {
    const fields = dataOf(await patch(body), 200, SubmissionFields);
    expect(fields).toMatchObject({ folder, spamReason });
    const usage = dataOf(await callApi("GET", "/v1/usage", { token }), 200, Usage);
    expect(usage).toMatchObject({ accepted: 1, spam: 0, folders: { [folder]: 1 } });
  }
});

test("a honeypot submission keeps its spam reason until it's moved out of spam", async () => {
  const { patch, read } = await setUp({ folder: "spam" });
  const stays = dataOf(await patch({ folder: "spam", read: true }), 200, SubmissionFields);
  expect(stays.spamReason).toBe("honeypot");
  expect(dataOf(await patch({ folder: "inbox" }), 200, SubmissionFields).spamReason).toBeNull();
  expect((await read()).deliveries, "nothing is sent automatically").toEqual([]);
});

test("moving a submission to spam cancels only unsent emails", async () => {
  const { workspace, form, submission, patch, read } = await setUp();
  const statuses = ["queued", "retrying", "sent", "failed", "uncertain"] as const;
  for (const status of statuses) await createDelivery(workspace, submission, { status });
  const other = await createSubmission(workspace, form);
  const untouched = await createDelivery(workspace, other);
  await patch({ folder: "archive" });
  expect((await read()).deliveries.map(({ status }) => status)).toEqual(statuses);
  await patch({ folder: "spam" });
  const cancelled = (await read()).deliveries;
  expect(cancelled.map(({ status }) => status)).toEqual([
    "cancelled",
    "cancelled",
    "sent",
    "failed",
    "uncertain",
  ]);
  expect(cancelled.map(({ nextAttemptAt }) => nextAttemptAt)).toEqual(Array(5).fill(null));
  await patch({ folder: "inbox" });
  expect((await read()).deliveries).toEqual(cancelled);
  const row = await db().delivery.findFirstOrThrow({ where: { id: untouched.id } });
  expect(row.status).toBe("queued");
});

test("concurrent updates of a submission are atomic and keep the counts correct", async () => {
  const { token, patch, read } = await setUp();
  const folders = ["spam", "archive", "spam", "inbox"];
  for (let round = 0; round < 12; round += 1) {
    const answers = await Promise.all(folders.map((folder) => patch({ folder })));
    expect(answers.map(({ status }) => status)).toEqual(folders.map(() => 200));
    const { folder, spamReason } = await read();
    expect(spamReason).toBe(folder === "spam" ? "manual" : null);
    const usage = dataOf(await callApi("GET", "/v1/usage", { token }), 200, Usage);
    expect(usage.folders).toEqual({ [folder]: 1 });
  }
});

test("deletes a submission with its files, deliveries, and attempts, and keeps its usage", async () => {
  const { workspace, token, submission, path } = await setUp();
  const file = await createAttachment(workspace, submission);
  const delivery = await createDelivery(workspace, submission);
  const download = `${path}/attachments/${file.id}`;
  expect((await callApi("GET", download, { token })).status).toBe(200);
  expect((await callApi("DELETE", path, { token })).status).toBe(204);
  errorOf(await callApi("GET", path, { token }), "not_found");
  errorOf(await callApi("GET", download, { token }), "not_found");
  errorOf(await callApi("PATCH", path, { token, body: { read: true } }), "not_found");
  errorOf(await callApi("DELETE", path, { token }), "not_found");
  expect(await db().delivery.findFirst({ where: { id: delivery.id } })).toBeNull();
  const object = await db().storedObject.findFirst({ where: { id: file.objectId } });
  expect(object?.status, "its bytes await cleanup").toBe("deleting");
  const usage = dataOf(await callApi("GET", "/v1/usage", { token }), 200, Usage);
  expect(usage).toMatchObject({ accepted: 1, folders: {}, storageBytes: file.bytes.byteLength });
});

test("a concurrent update doesn't restore a deleted submission", async () => {
  const { token, path, patch } = await setUp();
  const [changed, deleted] = await Promise.all([
    patch({ folder: "spam" }),
    callApi("DELETE", path, { token }),
  ]);
  expect(deleted.status).toBe(204);
  expect([200, 404]).toContain(changed.status);
  errorOf(await callApi("GET", path, { token }), "not_found");
});

test("concurrent updates of many submissions of one form all succeed", async () => {
  const { workspace, token, form } = await setUp();
  const messages = await Promise.all(
    Array.from({ length: 20 }, () => createSubmission(workspace, form)),
  );
  const answers = await Promise.all(
    messages.map(({ id }, index) =>
      index % 2
        ? callApi("DELETE", `/v1/submissions/${id}`, { token })
        : callApi("PATCH", `/v1/submissions/${id}`, { token, body: { folder: "archive" } }),
    ),
  );
  expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
  const usage = dataOf(await callApi("GET", "/v1/usage", { token }), 200, Usage);
  expect(usage.folders).toEqual({ inbox: 1, archive: 10 });
});

const ALL = ["submission.created", "submission.updated", "submission.deleted"];

async function setUpEvents(events: string[], input: object = {}) {
  const { workspace, form } = await createOwnForm();
  const { id } = await addDestination(workspace, form, { kind: "webhook", events, ...input });
  const submit = (json: object = { name: "Ada", email: "ada@example.com" }) => submitTo(form, json);
  const emitted = async () => {
    const rows = await db().delivery.findMany({
      where: { webhookId: id },
      orderBy: { id: "asc" },
    });
    return rows.map(({ body }) => WebhookEvent.parse(parseOrderedJson(body ?? "")));
  };
  const changes = async () => (await emitted()).filter(({ type }) => type !== "submission.created");
  return { workspace, form, ctx: contextAt(workspace, new Date()), submit, emitted, changes };
}

test("a destination that asks for it gets moves and read states as they are now, but nothing of no change or of spam", async () => {
  const { ctx, form, submit, changes } = await setUpEvents(ALL);
  const id = await submit();
  await updateSubmission(ctx, id, { folder: "archive" });
  await updateSubmission(ctx, id, { read: true });
  const data = (folder: string, read: boolean) => ({
    type: "submission.updated",
    data: { submission: { id, formId: form.id, folder, read } },
  });
  await updateSubmission(ctx, id, { folder: "archive", read: true });
  await updateSubmission(ctx, id, { folder: "spam" });
  await updateSubmission(ctx, id, { read: false });
  expect(await changes()).toMatchObject([data("archive", false), data("archive", true)]);
});

test("a deletion is emitted with IDs only, and outlives the message", async () => {
  const { ctx, form, submit, changes } = await setUpEvents(ALL);
  const id = await submit();
  await deleteSubmission(ctx, id);
  expect(await changes()).toMatchObject([{ type: "submission.deleted" }]);
  expect((await changes())[0]?.data).toEqual({ submission: { id, formId: form.id } });
});

test("an erasure emits deletions without anything about the person", async () => {
  const { workspace, submit, changes } = await setUpEvents(ALL);
  await submit();
  await erasePerson(workspace.ctx, { email: "ada@example.com" });
  const events = await changes();
  expect(events).toHaveLength(1);
  expect(JSON.stringify(events)).not.toContain("ada@example.com");
});

test("without asking for them, and without the first event, there are no changes", async () => {
  const plain = await setUpEvents(["submission.created"]);
  const id = await plain.submit();
  await updateSubmission(plain.ctx, id, { read: true });
  await deleteSubmission(plain.ctx, id);
  expect(await plain.emitted()).toEqual([]);
  const rules = [{ field: "topic", operator: "equals", value: "sales" }];
  const picky = await setUpEvents(ALL, { conditions: { match: "all", rules } });
  const other = await picky.submit({ topic: "other" });
  await updateSubmission(picky.ctx, other, { read: true });
  await deleteSubmission(picky.ctx, other);
  expect(await picky.emitted()).toEqual([]);
  const match = await picky.submit({ topic: "Sales" });
  await updateSubmission(picky.ctx, match, { read: true });
  expect(await picky.changes()).toMatchObject([{ type: "submission.updated" }]);
});

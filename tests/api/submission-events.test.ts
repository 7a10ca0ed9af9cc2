import { expect, test } from "vitest";
import { parseOrderedJson } from "#lib/core/ordered-json";
import { db } from "#lib/db/database";
import { deleteSubmission } from "#lib/submissions/delete-submissions";
import { erasePerson } from "#lib/submissions/person-data";
import { updateSubmission } from "#lib/submissions/update-submissions";
import { WebhookEvent } from "#lib/webhooks/event-schema";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { addDestination } from "#tests/support/factories/destination-factories";
import { contextAt, createForm, createWorkspace } from "#tests/support/factories/factories";

const ALL = ["submission.created", "submission.updated", "submission.deleted"];

async function setUp(events: string[], input: object = {}) {
  const workspace = await createWorkspace();
  const form = await createForm(workspace);
  const { id } = await addDestination(workspace, form, { kind: "webhook", events, ...input });
  const submit = async (json: object = { name: "Ada", email: "ada@example.com" }) =>
    acceptedId(await postVisit(form.publicKey, { json }));
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

test("a destination that asks for it gets moves and read states, with the state as it is now", async () => {
  const { ctx, form, submit, changes } = await setUp(ALL);
  const id = await submit();
  await updateSubmission(ctx, id, { folder: "archive" });
  await updateSubmission(ctx, id, { read: true });
  const data = (folder: string, read: boolean) => ({
    type: "submission.updated",
    data: { submission: { id, formId: form.id, folder, read } },
  });
  expect(await changes()).toMatchObject([data("archive", false), data("archive", true)]);
});

test("a change that changes nothing, and a move to spam, emit nothing", async () => {
  const { ctx, submit, changes } = await setUp(ALL);
  const id = await submit();
  await updateSubmission(ctx, id, { folder: "inbox", read: false });
  await updateSubmission(ctx, id, { folder: "spam" });
  await updateSubmission(ctx, id, { read: true });
  expect(await changes()).toEqual([]);
});

test("a deletion is emitted with IDs only, and outlives the message", async () => {
  const { ctx, form, submit, changes } = await setUp(ALL);
  const id = await submit();
  await deleteSubmission(ctx, id);
  expect(await changes()).toMatchObject([{ type: "submission.deleted" }]);
  expect((await changes())[0]?.data).toEqual({ submission: { id, formId: form.id } });
});

test("an erasure emits deletions without anything about the person", async () => {
  const { workspace, submit, changes } = await setUp(ALL);
  await submit();
  await erasePerson(workspace.ctx, { email: "ada@example.com" });
  const events = await changes();
  expect(events).toHaveLength(1);
  expect(JSON.stringify(events)).not.toContain("ada");
});

test("without asking for them, and without the first event, there are no changes", async () => {
  const plain = await setUp(["submission.created"]);
  const id = await plain.submit();
  await updateSubmission(plain.ctx, id, { read: true });
  await deleteSubmission(plain.ctx, id);
  expect(await plain.emitted()).toEqual([]);
  const rules = [{ field: "topic", operator: "equals", value: "sales" }];
  const picky = await setUp(ALL, { conditions: { match: "all", rules } });
  const other = await picky.submit({ topic: "other" });
  await updateSubmission(picky.ctx, other, { read: true });
  await deleteSubmission(picky.ctx, other);
  expect(await picky.emitted()).toEqual([]);
  const match = await picky.submit({ topic: "Sales" });
  await updateSubmission(picky.ctx, match, { read: true });
  expect(await picky.changes()).toMatchObject([{ type: "submission.updated" }]);
});

import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import { db } from "#lib/db/database";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { createForm, createWorkspace, type Workspace } from "#tests/support/factories/factories";

async function withWebhook(given: { enabled?: boolean; health?: string } = {}) {
  const workspace = await createWorkspace();
  const form = await createForm(workspace, { name: "Orders" });
  return { workspace, form, webhook: await insertWebhook(workspace, form.id, given) };
}

function insertWebhook(
  workspace: Workspace,
  formId: string,
  { enabled = true, health = "healthy" }: { enabled?: boolean; health?: string },
) {
  const now = new Date();
  const id = newId();
  return db().webhook.create({
    data: {
      id,
      workspaceId: workspace.id,
      formId,
      url: "https://hooks.example.com/in",
      enabled,
      revision: newId(),
      sealedSecret: encryptSecret("webhook", { workspaceId: workspace.id, id }, "whsec_test"),
      health,
      createdAt: now,
      updatedAt: now,
    },
  });
}

test("queues a webhook event for an accepted message under the webhook's current revision", async () => {
  const { form, webhook } = await withWebhook();
  const id = await acceptedId(await postVisit(form.publicKey, { json: { b: "2", a: ["x", "y"] } }));
  const delivery = await db().delivery.findFirstOrThrow({
    where: { channel: "webhook", submissionId: id },
  });
  expect(delivery).toMatchObject({
    webhookId: webhook.id,
    revision: webhook.revision,
    channel: "webhook",
    kind: "submission.created",
    status: "queued",
    attemptCount: 0,
  });
  const submission = await db().submission.findFirstOrThrow({ where: { id } });
  expect(JSON.parse(delivery.body ?? "")).toEqual({
    id: delivery.dedupeKey,
    type: "submission.created",
    timestamp: submission.receivedAt.toISOString(),
    data: {
      submission: {
        id,
        formId: form.id,
        formName: "Orders",
        receivedAt: submission.receivedAt.getTime(),
        fields: { b: "2", a: ["x", "y"] },
        attachments: [],
      },
    },
  });
  expect(delivery.dueAt).toEqual(submission.receivedAt);
});

test("creates no webhook event for spam or a disabled webhook", async () => {
  const { form } = await withWebhook();
  const spam = await acceptedId(
    await postVisit(form.publicKey, { json: { message: "x", botcheck: "y" } }),
  );
  const off = await withWebhook({ enabled: false });
  const plain = await acceptedId(await postVisit(off.form.publicKey, { json: { message: "x" } }));
  const where = { submissionId: { in: [spam, plain] } };
  expect(await db().delivery.count({ where: { ...where, channel: "webhook" } })).toBe(0);
});

test("stores the event of a suspended endpoint as failed so that it can be sent manually", async () => {
  const { form } = await withWebhook({ health: "suspended" });
  const id = await acceptedId(await postVisit(form.publicKey, { json: { message: "x" } }));
  const delivery = await db().delivery.findFirstOrThrow({
    where: { channel: "webhook", submissionId: id },
  });
  expect(delivery).toMatchObject({ status: "failed", failureReason: "endpoint_suspended" });
  expect(await db().delivery.count({ where: { dueAt: { not: null }, id: delivery.id } })).toBe(0);
});

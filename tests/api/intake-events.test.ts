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
  return db().webhook.create({
    data: {
      id: newId(),
      workspaceId: workspace.id,
      formId,
      url: "https://hooks.example.com/in",
      enabled,
      revision: newId(),
      sealedSecret: encryptSecret("whsec_test"),
      health,
      createdAt: now,
      updatedAt: now,
    },
  });
}

test("queues a webhook event for an accepted message under the webhook's current revision", async () => {
  const { form, webhook } = await withWebhook();
  const id = await acceptedId(await postVisit(form.publicKey, { json: { b: "2", a: ["x", "y"] } }));
  const delivery = await db().webhookDelivery.findFirstOrThrow({ where: { submissionId: id } });
  expect(delivery).toMatchObject({
    webhookId: webhook.id,
    revision: webhook.revision,
    type: "submission.created",
    status: "queued",
    attemptCount: 0,
  });
  const submission = await db().submission.findUniqueOrThrow({ where: { id } });
  expect(JSON.parse(delivery.body)).toEqual({
    id: delivery.eventId,
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
  const entry = await db().outboxEntry.findFirstOrThrow({ where: { subjectId: delivery.id } });
  expect(entry.kind).toBe("webhook");
});

test("creates no webhook event for spam or a disabled webhook", async () => {
  const { form } = await withWebhook();
  const spam = await acceptedId(
    await postVisit(form.publicKey, { json: { message: "x", botcheck: "y" } }),
  );
  const off = await withWebhook({ enabled: false });
  const plain = await acceptedId(await postVisit(off.form.publicKey, { json: { message: "x" } }));
  const where = { submissionId: { in: [spam, plain] } };
  expect(await db().webhookDelivery.count({ where })).toBe(0);
});

test("stores the event of a suspended endpoint as failed so that it can be sent manually", async () => {
  const { form } = await withWebhook({ health: "suspended" });
  const id = await acceptedId(await postVisit(form.publicKey, { json: { message: "x" } }));
  const delivery = await db().webhookDelivery.findFirstOrThrow({ where: { submissionId: id } });
  expect(delivery).toMatchObject({ status: "failed", failureReason: "endpoint_suspended" });
  expect(await db().outboxEntry.count({ where: { subjectId: delivery.id } })).toBe(0);
});

import { expect, test } from "vitest";
import { db } from "#lib/db/database";
import { listDeliveryLog } from "#lib/webhooks/list-deliveries";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import {
  createWebhook,
  createWebhookDelivery,
} from "#tests/support/factories/integration-factories";
import { createSubmission } from "#tests/support/factories/message-factories";

async function setUp() {
  const workspace = await createWorkspace();
  const form = await createForm(workspace);
  return { workspace, form, webhook: await createWebhook(workspace, form) };
}

test("the delivery log of another workspace's form isn't readable", async () => {
  const { form } = await setUp();
  const { ctx } = await createWorkspace();
  await expect(listDeliveryLog(ctx, form.id, { limit: 20 })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("the delivery log names the sender and tells the status and duration of the last attempt", async () => {
  const { workspace, form, webhook } = await setUp();
  const submission = await createSubmission(workspace, form);
  const unnamed = await createSubmission(workspace, form, { fields: { email: "bob@example.com" } });
  const at = (second: number) => new Date(Date.now() - 60_000 + second * 1000);
  await createWebhookDelivery(workspace, form, webhook, { createdAt: at(0) });
  await createWebhookDelivery(workspace, form, webhook, {
    submission: unnamed,
    createdAt: at(1),
  });
  const repliable = await createSubmission(workspace, form, {
    fields: { _ReplyTo: "cleo@example.com", message: "Hi" },
  });
  await createWebhookDelivery(workspace, form, webhook, {
    submission: repliable,
    createdAt: at(0.5),
  });
  const { id } = await createWebhookDelivery(workspace, form, webhook, {
    submission,
    status: "retrying",
    createdAt: at(2),
  });
  await db().delivery.updateMany({ where: { id }, data: { attemptCount: 2 } });
  for (const [number, outcome, responseStatus] of [
    [1, "timeout", null],
    [2, "http_error", 500],
  ] as const)
    await db().attempt.create({
      data: {
        id: crypto.randomUUID(),
        workspaceId: workspace.id,
        deliveryId: id,
        number,
        trigger: "automatic",
        startedAt: at(3),
        outcome,
        responseStatus,
        durationMs: 38,
      },
    });
  const log = await listDeliveryLog(workspace.ctx, form.id, { limit: 20 });
  expect(log.data).toMatchObject([
    {
      id,
      sender: { name: "Ada Lovelace" },
      lastAttempt: { outcome: "http_error", responseStatus: 500, durationMs: 38 },
    },
    { sender: { name: null, email: "bob@example.com", replyAddress: null }, lastAttempt: null },
    { sender: { name: null, email: null, replyAddress: "cleo@example.com" } },
    { type: "webhook.test", sender: null, lastAttempt: null },
  ]);
});

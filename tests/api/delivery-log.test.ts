import { expect, test } from "vitest";
import { db } from "#lib/db/database";
import { listDeliveryLog } from "#lib/webhooks/list-deliveries";
import { createOwnForm } from "#tests/support/factories/factories";
import {
  createWebhook,
  createWebhookDelivery,
} from "#tests/support/factories/integration-factories";
import { createSubmission } from "#tests/support/factories/message-factories";

async function setUp() {
  const { workspace, form } = await createOwnForm();
  return { workspace, form, webhook: await createWebhook(workspace, form) };
}

test("the delivery log names the sender and tells the status and duration of the last attempt", async () => {
  const { workspace, form, webhook } = await setUp();
  const at = (second: number) => new Date(Date.now() - 60_000 + second * 1000);
  const queue = async (second: number, options: Parameters<typeof createSubmission>[2]) => {
    const submission = await createSubmission(workspace, form, options);
    const event = { submission, status: "retrying", createdAt: at(second) } as const;
    return createWebhookDelivery(workspace, form, webhook, event);
  };
  await createWebhookDelivery(workspace, form, webhook, { createdAt: at(0) });
  await queue(1, { fields: { _ReplyTo: "cleo@example.com", message: "Hi" } });
  await queue(2, { fields: { email: "bob@example.com" } });
  const { id } = await queue(3, {});
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
        startedAt: at(4),
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

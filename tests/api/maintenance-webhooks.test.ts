import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { runMaintenance } from "#lib/jobs/run-maintenance";
import { listWebhookDeliveries } from "#lib/webhooks/list-deliveries";
import { deleteWebhook } from "#lib/webhooks/save-webhook";
import { contextAt, createForm, createWorkspace } from "#tests/support/factories/factories";
import {
  createWebhook,
  createWebhookDelivery,
} from "#tests/support/factories/integration-factories";
import { createSubmission } from "#tests/support/factories/message-factories";
import { createTestClock, START } from "#tests/support/twins/test-clock";

const HOUR_MS = 3_600_000;

function maintain(now: Date) {
  return runMaintenance(createTestClock(now));
}

/** A webhook with this many delivered events. */
async function setUp(count: number) {
  const workspace = await createWorkspace();
  const form = await createForm(workspace);
  const webhook = await createWebhook(workspace, form);
  const template = {
    workspaceId: workspace.id,
    webhookId: webhook.id,
    revision: webhook.revision,
    channel: "webhook",
    kind: "webhook.test",
    concurrencyKey: webhook.id,
    status: "delivered",
    seriesTrigger: "test",
    body: "{}",
    createdAt: START,
  };
  await db().delivery.createMany({
    data: Array.from({ length: count }, () => ({ ...template, id: newId(), dedupeKey: newId() })),
  });
  const ctx = contextAt(workspace, START);
  const left = () => db().delivery.count({ where: { webhookId: webhook.id } });
  const rows = () => db().webhook.count({ where: { id: webhook.id } });
  return { workspace, form, webhook, ctx, left, rows };
}

test("deliveries of a deleted webhook are hidden immediately and deleted later", async () => {
  const { form, ctx, left, rows } = await setUp(2_500);
  const kept = await setUp(3);
  await deleteWebhook(ctx, form.id);
  expect(await left()).toBe(1_500);
  const page = await listWebhookDeliveries(ctx, form.id, { limit: 50 });
  expect(page).toEqual({ data: [], nextCursor: null });
  const counts = await Promise.all([maintain(START), maintain(START)]);
  expect(counts.reduce((sum, { webhookDeliveries }) => sum + (webhookDeliveries ?? 0), 0)).toBe(
    1_500,
  );
  expect(await left()).toBe(0);
  expect(await rows(), "a submission in progress may still reference it").toBe(1);
  await maintain(new Date(START.getTime() + HOUR_MS));
  expect(await rows()).toBe(0);
  expect([await kept.left(), await kept.rows()]).toEqual([3, 1]);
});

test("deleting a submission deletes its events", async () => {
  const { workspace, form, webhook } = await setUp(0);
  const expired = await createSubmission(workspace, form, { expiresAt: START });
  const other = await createSubmission(workspace, form);
  const gone = await createWebhookDelivery(workspace, form, webhook, { submission: expired });
  const kept = await createWebhookDelivery(workspace, form, webhook, { submission: other });
  await maintain(START);
  expect(await db().delivery.findMany({ where: { id: { in: [gone.id, kept.id] } } })).toMatchObject(
    [{ id: kept.id, dueAt: expect.any(Date) }],
  );
});

test("keeps test events for 30 days, and other events as long as their submission", async () => {
  const { workspace, form, webhook } = await setUp(0);
  const createdAt = new Date(START.getTime() - 30 * 24 * HOUR_MS);
  const old = await createSubmission(workspace, form, { receivedAt: createdAt });
  const event = await createWebhookDelivery(workspace, form, webhook, {
    submission: old,
    createdAt,
  });
  const make = (status: "delivered" | "failed" | "queued", at: Date) =>
    createWebhookDelivery(workspace, form, webhook, { status, createdAt: at });
  await make("delivered", createdAt);
  await make("failed", createdAt);
  const waiting = await make("queued", createdAt);
  const young = await make("delivered", new Date(createdAt.getTime() + 1));
  expect(await maintain(START)).toMatchObject({ webhookTests: 2, failures: 0 });
  const left = await db().delivery.findMany({ where: { webhookId: webhook.id } });
  expect(left.map(({ id }) => id).sort()).toEqual([event.id, waiting.id, young.id].sort());
});

import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { AppError } from "#lib/core/errors";
import { deleteWebhook } from "#lib/domain/endpoints/save-webhook";
import { WebhookDelivery, WebhookTest } from "#lib/domain/endpoints/schema";
import { testWebhook } from "#lib/domain/endpoints/test-webhook";
import { callApi, dataOf, errorOf } from "#tests/support/contract/api";
import { drainTriggerCount } from "#tests/support/contract/drain-triggers";
import { contextAt, createOwnForm } from "#tests/support/factories/factories";
import { createWebhook } from "#tests/support/factories/integration-factories";

const START = new Date("2026-11-20T10:00:00Z");
const after = (ms: number) => new Date(START.getTime() + ms);

async function setUp(enabled = true) {
  const { workspace, token, form } = await createOwnForm();
  const path = `/v1/forms/${form.id}/webhook`;
  const send = () => callApi("POST", `${path}/test`, { token });
  /** Null if the test was queued, otherwise the seconds to wait. */
  const sendAt = (now: Date) =>
    testWebhook(contextAt(workspace, now), form.id).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        expect(error.code).toBe("webhook_test_cooldown");
        return error.retryAfterSeconds;
      },
    );
  const create = () => createWebhook(workspace, form, { enabled });
  return { workspace, token, form, path, send, sendAt, create };
}

test.each([true, false])(
  "queues a test of an existing webhook and sends it immediately while enabled is %j",
  async (enabled) => {
    const { token, form, path, send, create } = await setUp(enabled);
    errorOf(await send(), "webhook_not_configured");
    const { revision } = await create();
    const triggers = drainTriggerCount();
    const { deliveryId, eventId } = dataOf(await send(), 202, WebhookTest);
    expect(drainTriggerCount()).toBe(triggers + 1);
    const answer = await callApi("GET", `${path}/deliveries/${deliveryId}`, { token });
    expect(dataOf(answer, 200, WebhookDelivery)).toMatchObject({
      id: deliveryId,
      eventId,
      type: "webhook.test",
      status: "queued",
      submissionId: null,
      attemptCount: 0,
      payload: { id: eventId, type: "webhook.test", data: { formId: form.id } },
      attempts: [],
      retryable: false,
    });
    const row = await db().delivery.findFirst({ where: { id: deliveryId } });
    expect(row).toMatchObject({
      dueAt: expect.any(Date),
      claimToken: null,
      revision,
      seriesTrigger: "test",
    });
  },
);

test("the cooldown between webhook tests is exactly a minute, even if the webhook is recreated", async () => {
  const { workspace, form, sendAt, create } = await setUp();
  await create();
  expect(await sendAt(START)).toBeNull();
  expect(await sendAt(after(0))).toBe(60);
  expect(await sendAt(after(59_999))).toBe(1);
  expect(await sendAt(after(60_000))).toBeNull();
  expect(await sendAt(after(60_001))).toBe(60);
  await deleteWebhook(workspace.ctx, form.id);
  await create();
  expect(await sendAt(after(90_000))).toBe(30);
});

test("allows 100 webhook tests in 24 hours", async () => {
  const { workspace, sendAt, create } = await setUp();
  const { url } = await create();
  const bucket = `webhook-test:${workspace.id}:${new URL(url).host}`;
  for (let index = 0; index < 99; index += 1)
    expect(await sendAt(after(index * 60_000))).toBeNull();
  expect(await sendAt(after(6_000_000))).toBeNull();
  expect(await db().countedEvent.count({ where: { bucket } })).toBe(100);
  expect(await sendAt(after(7_000_000))).toBe(79_400);
  expect(await sendAt(after(86_399_999))).toBe(1);
  expect(await sendAt(after(86_400_000))).toBeNull();
  expect(await sendAt(after(86_460_000))).toBeNull();
});

test("a webhook test during a save has the new revision or is cancelled", async () => {
  const { token, path, send, create } = await setUp();
  const { id, revision } = await create();
  const body = { url: "https://other.example.com/", enabled: true, revision };
  const [tested, saved] = await Promise.all([send(), callApi("POST", path, { token, body })]);
  expect([tested.status, saved.status]).toEqual([202, 200]);
  const webhook = await db().webhook.findFirstOrThrow({ where: { id } });
  const row = await db().delivery.findFirstOrThrow({ where: { webhookId: id } });
  const expected = row.revision === webhook.revision ? "queued" : "cancelled";
  expect(row.status).toBe(expected);
});

import { describe, expect, it } from "vitest";
import { db } from "#lib/db/database";
import { drainOutbox } from "#lib/jobs/drain-outbox";
import { retryWebhookDelivery } from "#lib/webhooks/retry-delivery";
import { saveWebhook } from "#lib/webhooks/save-webhook";
import { contextAt } from "#tests/support/factories/factories";
import { TAKEN_OUT } from "#tests/support/factories/outbox-state";
import {
  createEndpoint,
  type Endpoint,
  formVersionOf,
  HOOK_URL,
  queueEvent,
  queueTest,
  readEvent,
  readWebhook,
} from "#tests/support/factories/webhook-state";
import { answer } from "#tests/support/twins/receiver";
import { createTestClock, START } from "#tests/support/twins/test-clock";
import { receiver } from "#tests/support/twins/webhook-receiver";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
type TestClock = ReturnType<typeof createTestClock>;

async function healthOf(endpoint: Endpoint): Promise<string> {
  return (await readWebhook(endpoint)).health;
}

async function retry({ workspace, form }: Endpoint, deliveryId: string, clock: TestClock) {
  await retryWebhookDelivery(contextAt(workspace, clock.now()), form.id, deliveryId);
  return drainOutbox(clock);
}

describe("webhook health", () => {
  it("is suspended after a 410, which fails the delivery", async () => {
    const clock = createTestClock(START);
    const endpoint = await createEndpoint(START);
    const before = await readWebhook(endpoint);
    const event = await queueEvent(endpoint, START);
    receiver.reply(answer(410, "gone", { "retry-after": "60" }));
    expect(await drainOutbox(clock)).toMatchObject({ failed: 1 });
    expect(await readEvent(event.id)).toMatchObject({
      status: "failed",
      failureReason: "endpoint_gone",
      nextAttemptAt: null,
      entry: null,
      attempts: [{ outcome: "http_error", responseStatus: 410, responseBody: "gone" }],
    });
    const { enabled, revision, updatedAt } = before;
    const kept = { enabled, revision, updatedAt };
    expect(await readWebhook(endpoint)).toMatchObject({ health: "suspended", ...kept });
  });

  it("counts failures in a row, and is suspended by the tenth after five days", async () => {
    const clock = createTestClock(START);
    const endpoint = await createEndpoint(START);
    receiver.reply(answer(500));
    await queueEvent(endpoint, START);
    await drainOutbox(clock);
    const counted = { failuresInRow: 1, failingSince: START };
    expect(await readWebhook(endpoint)).toMatchObject({ health: "healthy", ...counted });
    const where = { id: endpoint.webhook.id };
    await db().webhook.updateMany({ where, data: { health: "failing", failuresInRow: 9 } });
    clock.advance(5 * DAY_MS);
    await drainOutbox(clock);
    expect(await readWebhook(endpoint)).toMatchObject({ health: "suspended", failuresInRow: 10 });
  });

  it("is healthy again after a save or a successful test or retry", async () => {
    const clock = createTestClock(START);
    const endpoint = await createEndpoint(START);
    const suspend = async () => {
      receiver.replyNext(answer(410));
      const event = await queueEvent(endpoint, clock.now());
      await drainOutbox(clock);
      expect(await healthOf(endpoint)).toBe("suspended");
      clock.advance(60_000);
      return event;
    };
    await suspend();
    await queueTest(endpoint, clock.now());
    await drainOutbox(clock);
    expect(await healthOf(endpoint)).toBe("healthy");
    const { id } = await suspend();
    await retry(endpoint, id, clock);
    expect(await readEvent(id)).toMatchObject({ status: "delivered" });
    expect(await healthOf(endpoint)).toBe("healthy");
    await suspend();
    const { workspace, form, webhook } = endpoint;
    const input = { url: HOOK_URL, enabled: true, revision: webhook.revision };
    await saveWebhook(contextAt(workspace, clock.now()), form.id, input);
    expect(await healthOf(endpoint)).toBe("healthy");
  });

  it("changes the form's version only when a suspension starts or ends", async () => {
    const clock = createTestClock(START);
    const endpoint = await createEndpoint(START);
    const version = await formVersionOf(endpoint);
    receiver.replyNext(answer(500));
    await queueTest(endpoint, START);
    await drainOutbox(clock);
    expect(await formVersionOf(endpoint)).toBe(version);
    receiver.replyNext(answer(410), answer(410));
    await queueTest(endpoint, START);
    await queueTest(endpoint, START);
    await drainOutbox(clock);
    expect(await formVersionOf(endpoint)).toBe(version + 1);
    await queueTest(endpoint, START);
    await drainOutbox(clock);
    expect(await healthOf(endpoint)).toBe("healthy");
    expect(await formVersionOf(endpoint)).toBe(version + 2);
  });
});

it("a manual retry makes one attempt with the same ID and bytes", async () => {
  const clock = createTestClock(START);
  const endpoint = await createEndpoint(START);
  const event = await queueEvent(endpoint, START);
  const ended = { ...TAKEN_OUT, status: "failed" };
  await db().delivery.updateMany({ where: { id: event.id }, data: ended });
  clock.advance(DAY_MS);
  receiver.reply(answer(500));
  expect(await retry(endpoint, event.id, clock)).toMatchObject({ failed: 1 });
  expect(await readEvent(event.id)).toMatchObject({
    status: "failed",
    failureReason: "attempts_exhausted",
    entry: null,
    attempts: [{ number: 1, trigger: "manual" }],
  });
  clock.advance(DAY_MS);
  receiver.reply(answer(204));
  expect(await retry(endpoint, event.id, clock)).toMatchObject({ sent: 1 });
  expect(await readEvent(event.id)).toMatchObject({ status: "delivered", failureReason: null });
  expect(new Set(receiver.received.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
});

import { describe, expect, it } from "vitest";
import { drainOutbox } from "#lib/jobs/drain-outbox";
import { retryWebhookDelivery } from "#lib/webhooks/retry-delivery";
import { saveWebhook } from "#lib/webhooks/save-webhook";
import { contextAt } from "#tests/support/factories/factories";
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

/** Attempts one event until it fails permanently. */
async function exhaust(endpoint: Endpoint, clock: TestClock) {
  const event = await queueEvent(endpoint, clock.now());
  for (let attempt = 0; attempt < 8; attempt++) {
    await drainOutbox(clock);
    clock.advance(12 * HOUR_MS);
  }
  expect(await readEvent(event.id)).toMatchObject({ status: "failed", attemptCount: 8 });
  return event;
}

async function retry({ workspace, form }: Endpoint, deliveryId: string, clock: TestClock) {
  await retryWebhookDelivery(contextAt(workspace, clock.now()), form.id, deliveryId);
  return drainOutbox(clock);
}

describe("webhook health", () => {
  it("is failing after three failed attempts in a row, until a success", async () => {
    const clock = createTestClock(START);
    const endpoint = await createEndpoint(START);
    receiver.reply(answer(500));
    const { id } = await queueEvent(endpoint, START);
    for (const health of ["healthy", "healthy", "failing"]) {
      await drainOutbox(clock);
      expect(await readEvent(id)).toMatchObject({ status: "retrying" });
      expect(await healthOf(endpoint)).toBe(health);
      clock.advance(DAY_MS);
    }
    receiver.reply(answer(204));
    await drainOutbox(clock);
    expect(await readWebhook(endpoint)).toMatchObject({
      health: "healthy",
      failuresInRow: 0,
      failingSince: null,
    });
    receiver.reply(answer(500));
    for (const health of ["healthy", "healthy", "failing"]) {
      const test = await queueTest(endpoint, clock.now());
      await drainOutbox(clock);
      expect(await readEvent(test.id)).toMatchObject({ status: "failed" });
      expect(await healthOf(endpoint)).toBe(health);
    }
  });

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

  it("is suspended after five days without success and ten failed deliveries", async () => {
    const clock = createTestClock(START);
    const endpoint = await createEndpoint(START);
    receiver.reply(answer(500));
    await exhaust(endpoint, clock);
    const second = await queueEvent(endpoint, clock.now());
    await drainOutbox(clock);
    expect(await readWebhook(endpoint)).toMatchObject({
      health: "failing",
      failuresInRow: 9,
      failingSince: START,
    });
    clock.advance(5 * DAY_MS - (clock.now().getTime() - START.getTime()));
    await drainOutbox(clock);
    expect(await readWebhook(endpoint)).toMatchObject({ health: "suspended", failuresInRow: 10 });
    expect(await readEvent(second.id)).toMatchObject({ status: "retrying" });
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

describe("a manual retry of a webhook event", () => {
  it("makes one attempt with the same ID and bytes and a new timestamp", async () => {
    const clock = createTestClock(START);
    const endpoint = await createEndpoint(START);
    receiver.reply(answer(500));
    const event = await exhaust(endpoint, clock);
    expect(await retry(endpoint, event.id, clock)).toMatchObject({ failed: 1 });
    const failed = await readEvent(event.id);
    expect(failed).toMatchObject({
      status: "failed",
      failureReason: "attempts_exhausted",
      attemptCount: 9,
      entry: null,
    });
    expect(failed.attempts.at(-1)).toMatchObject({ number: 9, trigger: "manual" });
    clock.advance(DAY_MS);
    expect((await drainOutbox(clock)).claimed).toBe(0);
    receiver.reply(answer(204));
    expect(await retry(endpoint, event.id, clock)).toMatchObject({ sent: 1 });
    expect(await readEvent(event.id)).toMatchObject({ status: "delivered", failureReason: null });
    expect(new Set(receiver.received.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
  });
});

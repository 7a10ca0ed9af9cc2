import { describe, expect, it } from "vitest";
import { LEASE_MS } from "#lib/domain/deliveries/claim";
import { deliverWebhook } from "#lib/domain/endpoints/deliver-webhook";
import { settleEvent } from "#lib/domain/endpoints/settle-event";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import {
  beginOneEvent,
  claimEvent,
  createEndpoint,
  dueEvent,
  endedEvent,
  queueEvent,
  queueTest,
  readEvent,
  readWebhook,
} from "#tests/support/factories/webhook-state";
import { answer } from "#tests/support/twins/receiver";
import { createTestClock, START } from "#tests/support/twins/test-clock";
import { receiver } from "#tests/support/twins/webhook-receiver";

const MINUTE_MS = 60_000;
const INTERRUPTED = "This attempt was interrupted. The event may have arrived.";

async function dueAtOf(deliveryId: string): Promise<Date> {
  const { entry } = await readEvent(deliveryId);
  if (!entry) throw new Error("the event is no longer in the outbox");
  return entry.dueAt;
}

describe("a webhook worker that dies during a call", () => {
  it("leaves an interrupted attempt, and the event is sent again immediately with the same ID and bytes", async () => {
    const { clock, event } = await dueEvent();
    await beginOneEvent(START);
    clock.advance(LEASE_MS - 1);
    expect((await drainOutbox(clock)).claimed).toBe(0);
    expect(await readEvent(event.id)).toMatchObject({
      status: "sending",
      attempts: [{ outcome: "pending" }],
    });
    clock.advance(1);
    expect(await drainOutbox(clock)).toMatchObject({ claimed: 2, retried: 1, sent: 1 });
    expect(await readEvent(event.id)).toMatchObject({
      status: "delivered",
      attemptCount: 2,
      attempts: [
        { outcome: "interrupted", error: INTERRUPTED, durationMs: null },
        { number: 2, outcome: "succeeded" },
      ],
    });
    expect(receiver.received).toMatchObject([{ id: event.eventId, body: event.body }]);
  });

  it("waits as scheduled if the attempt before was interrupted too", async () => {
    const { clock, event } = await dueEvent();
    for (const waits of [false, true]) {
      await beginOneEvent(clock.now());
      clock.advance(LEASE_MS);
      await deliverWebhook(await claimEvent(clock.now()), clock);
      const waitMs = (await dueAtOf(event.id)).getTime() - clock.now().getTime();
      if (!waits) expect(waitMs).toBe(0);
      else expect(waitMs).toBeGreaterThanOrEqual(5 * MINUTE_MS);
    }
  });

  it("fails the delivery after eight interrupted attempts without changing the endpoint's health", async () => {
    const { clock, endpoint, event } = await dueEvent();
    for (let death = 0; death < 8; death++) {
      const waitMs = (await dueAtOf(event.id)).getTime() - clock.now().getTime();
      clock.advance(Math.max(0, waitMs));
      await beginOneEvent(clock.now());
      clock.advance(LEASE_MS);
      await deliverWebhook(await claimEvent(clock.now()), clock);
    }
    expect(await readEvent(event.id)).toMatchObject({
      status: "failed",
      failureReason: "attempts_exhausted",
      attemptCount: 8,
      entry: null,
    });
    expect(await readWebhook(endpoint)).toMatchObject({ health: "healthy", failuresInRow: 0 });
    expect(receiver.received).toHaveLength(0);
  });

  it("fails a test event", async () => {
    const clock = createTestClock(START);
    const test = await queueTest(await createEndpoint(START), START);
    await beginOneEvent(START);
    clock.advance(LEASE_MS);
    expect(await drainOutbox(clock)).toMatchObject({ failed: 1 });
    expect(await readEvent(test.id)).toMatchObject({
      status: "failed",
      attempts: [{ trigger: "test", outcome: "interrupted" }],
    });
  });
});

describe("a webhook worker whose lease another worker claimed", () => {
  it("can't overwrite the result of the newer worker", async () => {
    const { clock, event } = await dueEvent();
    const slow = await beginOneEvent(START);
    clock.advance(LEASE_MS);
    await drainOutbox(clock);
    const before = await readEvent(event.id);
    for (const isAccepted of [true, false]) {
      const late = endedEvent(slow, isAccepted, clock.now());
      expect(await settleEvent(late)).toBe("lost");
    }
    expect(await readEvent(event.id)).toEqual(before);
  });
});

describe("recording a webhook attempt", () => {
  it("supports a response with characters that PostgreSQL rejects", async () => {
    const event = await queueEvent(await createEndpoint(START), START);
    receiver.reply(answer(200, "\0\ud800 and \ufffe"));
    await drainOutbox(createTestClock(START));
    expect(await readEvent(event.id)).toMatchObject({ status: "delivered" });
  });
});

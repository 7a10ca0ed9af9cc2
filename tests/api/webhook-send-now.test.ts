import { describe, expect, it } from "vitest";
import { beginAttempt } from "#lib/deliveries/begin";
import { LEASE_MS } from "#lib/deliveries/claim";
import { drainOutbox } from "#lib/jobs/drain-outbox";
import { retryWebhookDelivery } from "#lib/webhooks/retry-delivery";
import { contextAt } from "#tests/support/factories/factories";
import {
  beginOneEvent,
  claimEvent,
  createEndpoint,
  queueEvent,
  readEvent,
} from "#tests/support/factories/webhook-state";
import { answer } from "#tests/support/twins/receiver";
import { createTestClock, START } from "#tests/support/twins/test-clock";
import { receiver } from "#tests/support/twins/webhook-receiver";

const MINUTE_MS = 60_000;

/** An event whose first attempts failed, and which waits for its next one. */
async function setUp(attempts: number) {
  const clock = createTestClock(START);
  const endpoint = await createEndpoint(START);
  const event = await queueEvent(endpoint, START);
  receiver.reply(answer(500, "no"));
  const waitMs = async () => {
    const { nextAttemptAt } = await readEvent(event.id);
    return (nextAttemptAt?.getTime() ?? 0) - clock.now().getTime();
  };
  for (let number = 1; number <= attempts; number += 1) {
    if (number > 1) clock.advance(await waitMs());
    await drainOutbox(clock);
  }
  const { workspace, form } = endpoint;
  const retry = () => retryWebhookDelivery(contextAt(workspace, clock.now()), form.id, event.id);
  return { clock, event, retry, waitMs };
}

describe("a manual retry of a retrying event", () => {
  it("is rejected within a minute of the last attempt and changes nothing", async () => {
    const { clock, event, retry } = await setUp(2);
    const before = await readEvent(event.id);
    clock.advance(MINUTE_MS - 1);
    await expect(retry()).rejects.toMatchObject({ code: "retry_cooldown", retryAfterSeconds: 1 });
    expect(await readEvent(event.id)).toEqual(before);
  });

  it("is rejected while an attempt is in progress, and the attempt's result counts", async () => {
    const { clock, event, retry, waitMs } = await setUp(2);
    clock.advance(await waitMs());
    const { claim } = await beginOneEvent(clock.now());
    await expect(retry()).rejects.toMatchObject({ code: "delivery_not_retryable" });
    expect(await readEvent(event.id)).toMatchObject({
      status: "sending",
      entry: { claimToken: claim.token },
    });
  });

  it("makes the next automatic attempt now, and the schedule goes on from it", async () => {
    const { clock, event, retry, waitMs } = await setUp(3);
    expect(await waitMs()).toBeGreaterThanOrEqual(30 * MINUTE_MS);
    clock.advance(2 * MINUTE_MS);
    expect((await retry()).delivery).toMatchObject({
      status: "queued",
      attemptCount: 3,
      nextAttemptAt: clock.now().getTime(),
      retryable: false,
    });
    expect(await drainOutbox(clock)).toMatchObject({ retried: 1 });
    const { attempts, status, body } = await readEvent(event.id);
    expect({ status, body }).toEqual({ status: "retrying", body: event.body });
    expect(attempts.map(({ number, trigger }) => [number, trigger])).toEqual(
      [1, 2, 3, 4].map((number) => [number, "automatic"]),
    );
    expect(await waitMs()).toBeGreaterThanOrEqual(120 * MINUTE_MS);
    clock.advance(MINUTE_MS);
    receiver.reply(answer(204));
    await retry();
    await drainOutbox(clock);
    expect(await readEvent(event.id)).toMatchObject({ status: "delivered", attemptCount: 5 });
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([event.eventId]));
  });

  it("uses up the schedule like any attempt: the eighth one ends the delivery", async () => {
    const { clock, event, retry } = await setUp(7);
    clock.advance(MINUTE_MS);
    await retry();
    expect(await drainOutbox(clock)).toMatchObject({ claimed: 1, failed: 1 });
    expect(await readEvent(event.id)).toMatchObject({
      status: "failed",
      failureReason: "attempts_exhausted",
      attemptCount: 8,
    });
  });

  it("takes over a claim whose attempt hasn't begun, so that only one attempt is made", async () => {
    const { clock, event, retry, waitMs } = await setUp(2);
    clock.advance(await waitMs());
    const claim = await claimEvent(clock.now());
    await retry();
    expect(await beginAttempt({ claim, now: clock.now() })).toEqual({ kind: "lost" });
    expect(await drainOutbox(clock)).toMatchObject({ retried: 1 });
    clock.advance(LEASE_MS);
    expect(await drainOutbox(clock)).toMatchObject({ retried: 0, failed: 0 });
    expect(await readEvent(event.id)).toMatchObject({ attemptCount: 3 });
  });

  it("and the automatic attempt at the same moment make one attempt together", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { clock, event, retry, waitMs } = await setUp(2);
      clock.advance(await waitMs());
      const [retried] = await Promise.allSettled([retry(), drainOutbox(clock)]);
      if (retried.status === "rejected")
        expect(["delivery_not_retryable", "retry_cooldown"]).toContain(retried.reason.code);
      await drainOutbox(clock);
      expect(await readEvent(event.id)).toMatchObject({ status: "retrying", attemptCount: 3 });
    }
  });
});

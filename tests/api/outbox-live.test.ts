import { describe, expect, it, vi } from "vitest";
import { db } from "#lib/adapters/db/database";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import {
  dueNotification,
  queueNotification,
  readDelivery,
} from "#tests/support/factories/outbox-state";
import { setUpLiveEmail } from "#tests/support/twins/live-email";
import type { NextAnswer } from "#tests/support/twins/resend-twin";
import { createTestClock, START } from "#tests/support/twins/test-clock";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DELAYS_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS];

const live = setUpLiveEmail();

/** Drains now and after each retry delay. */
async function drainThroughDelays(clock: ReturnType<typeof createTestClock>): Promise<void> {
  await drainOutbox(clock);
  for (const delay of DELAYS_MS) {
    clock.advance(delay - 1);
    expect((await drainOutbox(clock)).claimed).toBe(0);
    clock.advance(1);
    await drainOutbox(clock);
  }
}

describe("an email that the provider accepts", () => {
  it("is sent once with its key, from our address, with the visitor in Reply-To", async () => {
    const { clock, deliveryId } = await dueNotification();
    expect(await drainOutbox(clock)).toMatchObject({
      claimed: 1,
      sent: 1,
      dueCount: 1,
      lagSeconds: 0,
    });
    const delivery = await readDelivery(deliveryId);
    expect(delivery).toMatchObject({
      status: "sent",
      sealedPayload: null,
      lastAttemptAt: START,
      nextAttemptAt: null,
      entry: null,
    });
    expect(delivery.attempts).toMatchObject([
      { number: 1, trigger: "automatic", outcome: "sent", startedAt: START, finishedAt: START },
    ]);
    expect(live.twin.sent).toHaveLength(1);
    expect(live.twin.sent[0]).toMatchObject({
      key: delivery.dedupeKey,
      authorization: "Bearer re_test",
    });
    expect(JSON.parse(live.twin.sent[0]?.body ?? "{}")).toMatchObject({
      from: '"Contact via Form Intake" <forms@example.com>',
      to: "owner@example.com",
      reply_to: '"Ada Lovelace" <ada@example.com>',
      subject: "New form submission",
    });
    expect((await drainOutbox(clock)).claimed).toBe(0);
  });
});

describe("an email with an ambiguous result", () => {
  it("is retried on schedule with the same key and body", async () => {
    const { clock, deliveryId } = await dueNotification();
    live.twin.answerNext(
      { status: 500 },
      "break",
      { status: 503, body: "<html>" },
      "break-in-answer",
    );
    await drainOutbox(clock);
    expect(await readDelivery(deliveryId)).toMatchObject({
      status: "retrying",
      nextAttemptAt: new Date(START.getTime() + 30 * SECOND_MS),
      attempts: [{ outcome: "uncertain", error: "The email provider responded with 500." }],
    });
    for (const delay of DELAYS_MS) {
      clock.advance(delay);
      await drainOutbox(clock);
    }
    const delivery = await readDelivery(deliveryId);
    expect(delivery.status).toBe("sent");
    expect(delivery.attempts.map(({ outcome }) => outcome)).toEqual([
      ...Array(4).fill("uncertain"),
      "sent",
    ]);
    expect(new Set(live.twin.received.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
    expect(live.twin.received).toHaveLength(5);
    expect(live.twin.sent).toHaveLength(1);
  });

  it("is retried with the original body after the form changes", async () => {
    const { clock, formId } = await dueNotification();
    live.twin.answerNext({ status: 500 });
    await drainOutbox(clock);
    await db().form.updateMany({ where: { id: formId }, data: { name: "Renamed" } });
    clock.advance(30 * SECOND_MS);
    await drainOutbox(clock);
    expect(live.twin.received[1]?.body).toBe(live.twin.received[0]?.body);
  });

  it("ends uncertain without another call when its key is older than 23 hours", async () => {
    const { clock, deliveryId } = await dueNotification();
    live.twin.answerNext({ status: 500 });
    await drainOutbox(clock);
    clock.advance(23 * 60 * MINUTE_MS + 1);
    expect(await drainOutbox(clock)).toMatchObject({ claimed: 1, uncertain: 1 });
    expect(live.twin.received).toHaveLength(1);
    expect(await readDelivery(deliveryId)).toMatchObject({ status: "uncertain", entry: null });
  });

  it.each<[string, NextAnswer]>([
    ["doesn't respond", "hang"],
    ["doesn't finish its response", "hang-in-answer"],
  ])("is retried when the provider %s within ten seconds", async (_name, answer) => {
    const { clock, deliveryId } = await dueNotification();
    live.twin.answerNext(answer);
    const drain = drainOutbox(clock);
    await live.twin.receivedCount(1);
    expect(await readDelivery(deliveryId)).toMatchObject({
      status: "sending",
      attempts: [{ outcome: "pending", finishedAt: null }],
    });
    expect(clock.deadlinesMs).toEqual([10 * SECOND_MS]);
    clock.timeOutCalls();
    expect(await drain).toMatchObject({ retried: 1 });
    const error = expect.stringMatching(
      /^The email provider( didn.t respond in time|'s response \(200\))/,
    );
    expect((await readDelivery(deliveryId)).attempts).toMatchObject([
      { outcome: "uncertain", error },
    ]);
  });
});

describe("an email with a clear result", () => {
  it("fails immediately with the provider's reason when the provider rejects it", async () => {
    const { clock, deliveryId } = await dueNotification();
    const body = { name: "validation_error", message: "Invalid `to` field." };
    live.twin.answerNext({ status: 422, body });
    expect(await drainOutbox(clock)).toMatchObject({ failed: 1 });
    expect(await readDelivery(deliveryId)).toMatchObject({
      status: "failed",
      entry: null,
      attempts: [
        {
          outcome: "failed",
          error: "The email provider responded with 422 (validation_error): Invalid `to` field.",
        },
      ],
    });
    clock.advance(60 * MINUTE_MS);
    expect((await drainOutbox(clock)).claimed).toBe(0);
  });

  it("fails after five attempts without a connection", async () => {
    const { clock, deliveryId } = await dueNotification();
    await live.twin.whileAway(() => drainThroughDelays(clock));
    const delivery = await readDelivery(deliveryId);
    expect(delivery.status).toBe("failed");
    expect(delivery.attempts).toHaveLength(5);
    expect(delivery.attempts[0]?.error).toMatch(
      /^Couldn.t reach the email provider \(ECONNREFUSED\)/,
    );
  });
});

describe("an email provider that responds with 429", () => {
  it("is called again after Retry-After, and the attempt isn't counted", async () => {
    const { clock, deliveryId } = await dueNotification();
    live.twin.answerNext({ status: 429, headers: { "retry-after": "7" } });
    expect(await drainOutbox(clock)).toMatchObject({ throttled: 1 });
    expect(await readDelivery(deliveryId)).toMatchObject({
      status: "queued",
      lastAttemptAt: null,
      nextAttemptAt: new Date(START.getTime() + 7 * SECOND_MS),
      seriesAttempts: 0,
      attempts: [],
    });
    clock.advance(7 * SECOND_MS);
    await drainOutbox(clock);
    const delivery = await readDelivery(deliveryId);
    expect(delivery).toMatchObject({ status: "sent", attempts: [{ number: 1 }] });
    expect(live.twin.received[1]?.key).toBe(live.twin.received[0]?.key);
  });

  it("doesn't reset the earlier attempts of the series", async () => {
    const { clock, deliveryId } = await dueNotification();
    live.twin.answerNext({ status: 500 }, { status: 429 }, { status: 500 });
    await drainOutbox(clock);
    clock.advance(30 * SECOND_MS);
    await drainOutbox(clock);
    expect(await readDelivery(deliveryId)).toMatchObject({
      status: "retrying",
      lastAttemptAt: START,
      seriesAttempts: 1,
    });
    clock.advance(30 * SECOND_MS);
    await drainOutbox(clock);
    expect(await readDelivery(deliveryId)).toMatchObject({
      status: "retrying",
      nextAttemptAt: new Date(clock.now().getTime() + 2 * MINUTE_MS),
    });
  });
});

describe("pacing of emails", () => {
  it("applies the deployment's rate across concurrent drains", async () => {
    const clock = createTestClock(START);
    for (let count = 0; count < 8; count++) await queueNotification(START);
    await Promise.all([drainOutbox(clock), drainOutbox(clock)]);
    expect(live.twin.sent).toHaveLength(8);
    expect(clock.now().getTime() - START.getTime()).toBeGreaterThanOrEqual(1400);
    const pace = await db().sendPace.findUniqueOrThrow({ where: { kind: "email" } });
    expect(pace.nextAt.getTime() - START.getTime()).toBeGreaterThanOrEqual(8 * 200);
  });

  it("keeps to the rate after a pause, without a burst", async () => {
    const clock = createTestClock(START);
    const nextAt = new Date(START.getTime() - MINUTE_MS);
    await db().sendPace.create({ data: { kind: "email", nextAt } });
    for (let count = 0; count < 4; count++) await queueNotification(START);
    await drainOutbox(clock);
    expect(clock.now().getTime() - START.getTime()).toBeGreaterThanOrEqual(600);
  });

  it("requeues an email without an attempt when no slot is free soon", async () => {
    const clock = createTestClock(START);
    const nextAt = new Date(START.getTime() + 20 * SECOND_MS);
    await db().sendPace.create({ data: { kind: "email", nextAt } });
    const { deliveryId } = await queueNotification(START);
    expect(await drainOutbox(clock)).toMatchObject({ claimed: 1, paced: 1, sent: 0 });
    expect(await readDelivery(deliveryId)).toMatchObject({ status: "queued", attempts: [] });
    clock.advance(20 * SECOND_MS);
    expect(await drainOutbox(clock)).toMatchObject({ sent: 1 });
  });

  it("sends as many emails as have a slot soon, and requeues the others", async () => {
    const clock = createTestClock(START);
    const nextAt = new Date(START.getTime() + 4_500);
    await db().sendPace.create({ data: { kind: "email", nextAt } });
    for (let count = 0; count < 8; count++) await queueNotification(START);
    // Slots after 4.5, 4.7, and 4.9 seconds are less than 5 seconds ahead.
    const wait = vi.spyOn(clock, "wait").mockResolvedValue();
    expect(await drainOutbox(clock)).toMatchObject({ sent: 3, paced: 5 });
    expect(wait.mock.calls.map(([ms]) => ms)).toEqual([4_500, 4_700, 4_900]);
    wait.mockRestore();
    clock.advance(10 * SECOND_MS);
    await drainOutbox(clock);
    expect(live.twin.sent).toHaveLength(8);
  });

  it("ignores a next slot that is implausibly far in the future", async () => {
    const nextAt = new Date(START.getTime() + 86_400_000);
    await db().sendPace.create({ data: { kind: "email", nextAt } });
    await queueNotification(START);
    expect(await drainOutbox(createTestClock(START))).toMatchObject({ sent: 1 });
  });
});

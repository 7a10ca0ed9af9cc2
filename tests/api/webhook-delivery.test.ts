import { Webhook as StandardWebhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import {
  createEndpoint,
  dueEvent,
  queueEvent,
  queueTest,
  readEvent,
  readWebhook,
  signingSecretOf,
} from "#tests/support/factories/webhook-state";
import { answer, breakOff } from "#tests/support/twins/receiver";
import { createTestClock } from "#tests/support/twins/test-clock";
import { receiver } from "#tests/support/twins/webhook-receiver";

const START = new Date("2026-11-21T10:00:00.750Z");
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DELAYS_MS = [1, 5, 30, 120, 300, 600, 600].map((minutes) => minutes * MINUTE_MS);

describe("webhook delivery", () => {
  it("sends an event byte for byte with its ID and records the response", async () => {
    const { clock, event } = await dueEvent(START);
    receiver.reply(answer(200, "thank you"));
    expect(await drainOutbox(clock)).toMatchObject({ claimed: 1, sent: 1 });
    expect(receiver.received).toMatchObject([
      {
        path: "/hook",
        body: event.body,
        headers: {
          host: "receiver.example.com",
          "content-type": "application/json",
          "webhook-id": event.eventId,
          "webhook-timestamp": "1795255200",
        },
      },
    ]);
    expect(await readEvent(event.id)).toMatchObject({
      status: "delivered",
      failureReason: null,
      attemptCount: 1,
      lastAttemptAt: START,
      nextAttemptAt: null,
      entry: null,
      attempts: [
        {
          number: 1,
          trigger: "automatic",
          startedAt: START,
          outcome: "succeeded",
          responseStatus: 200,
          responseBody: "thank you",
          responseTruncated: false,
          error: null,
        },
      ],
    });
  });

  it("signs events so that the Standard Webhooks library verifies them", async () => {
    const now = new Date();
    const endpoint = await createEndpoint(now);
    await queueEvent(endpoint, now);
    await drainOutbox(createTestClock(now));
    const [received] = receiver.received;
    const headers = received?.headers as Record<string, string>;
    const body = received?.body ?? "";
    const secret = await signingSecretOf(endpoint);
    const library = new StandardWebhook(secret);
    expect(() => library.verify(body, headers)).not.toThrow();
    expect(() => library.verify(`${body} `, headers)).toThrow();
    expect(() => library.verify(body, { ...headers, "webhook-id": "another" })).toThrow();
    const other = new StandardWebhook(await signingSecretOf(await createEndpoint(now)));
    expect(() => other.verify(body, headers)).toThrow();
  });

  it("records an attempt before the call", async () => {
    const endpoint = await createEndpoint(START);
    const event = await queueEvent(endpoint, START);
    const seen: unknown[] = [];
    receiver.reply((received, response, socket) => {
      void readEvent(event.id)
        .then(({ status, attempts }) => seen.push({ status, outcome: attempts[0]?.outcome }))
        .then(() => answer(204)(received, response, socket));
    });
    await drainOutbox(createTestClock(START));
    expect(seen).toEqual([{ status: "sending", outcome: "pending" }]);
  });

  it("attempts a failing event eight times on schedule, with the same ID and bytes", async () => {
    const { clock, event } = await dueEvent(START);
    receiver.reply(answer(500, "no"));
    for (const delayMs of DELAYS_MS) {
      expect(await drainOutbox(clock)).toMatchObject({ retried: 1 });
      const { status, nextAttemptAt, entry } = await readEvent(event.id);
      expect(status).toBe("retrying");
      expect(entry?.dueAt).toEqual(nextAttemptAt);
      const waitMs = (nextAttemptAt?.getTime() ?? 0) - clock.now().getTime();
      expect(waitMs).toBeGreaterThanOrEqual(delayMs);
      expect(waitMs).toBeLessThanOrEqual(1.2 * delayMs);
      clock.advance(waitMs - 1);
      expect(await drainOutbox(clock)).toMatchObject({ retried: 0, failed: 0 });
      clock.advance(1);
    }
    expect(await drainOutbox(clock)).toMatchObject({ failed: 1 });
    const ended = await readEvent(event.id);
    expect(ended).toMatchObject({
      status: "failed",
      failureReason: "attempts_exhausted",
      attemptCount: 8,
      nextAttemptAt: null,
      entry: null,
    });
    expect(ended.attempts.map(({ number, outcome }) => `${number} ${outcome}`)).toEqual(
      Array.from({ length: 8 }, (_, index) => `${index + 1} http_error`),
    );
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([event.eventId]));
    expect(new Set(receiver.received.map(({ body }) => body))).toEqual(new Set([event.body]));
    const times = receiver.received.map(({ headers }) => headers["webhook-timestamp"]);
    expect(new Set(times).size).toBe(8);
    clock.advance(100 * HOUR_MS);
    expect((await drainOutbox(clock)).claimed).toBe(0);
  });

  it("retries an event after a broken connection", async () => {
    const event = await queueEvent(await createEndpoint(START), START);
    receiver.reply(breakOff);
    await drainOutbox(createTestClock(START));
    expect(await readEvent(event.id)).toMatchObject({
      status: "retrying",
      attempts: [{ outcome: "connection_failed", responseStatus: null, responseBody: null }],
    });
  });

  it("blocks an internal address without revealing it in the attempt", async () => {
    const endpoint = await createEndpoint(START);
    await db().webhook.updateMany({
      where: { id: endpoint.webhook.id },
      data: { url: "https://127.0.0.1/" },
    });
    const event = await queueEvent(endpoint, START);
    await drainOutbox(createTestClock(START));
    const { attempts } = await readEvent(event.id);
    expect(attempts).toMatchObject([{ outcome: "address_blocked" }]);
    expect(attempts[0]?.error).not.toMatch(/\d+\.\d+|::/);
    expect(receiver.received).toHaveLength(0);
  });

  it("attempts a test event once, even while the webhook is disabled", async () => {
    const clock = createTestClock(START);
    const endpoint = await createEndpoint(START, { enabled: false });
    const good = await queueTest(endpoint, START);
    await drainOutbox(clock);
    expect(await readEvent(good.id)).toMatchObject({
      status: "delivered",
      attempts: [{ trigger: "test", outcome: "succeeded" }],
    });
    receiver.reply(answer(500));
    const bad = await queueTest(endpoint, START);
    expect(await drainOutbox(clock)).toMatchObject({ failed: 1 });
    expect(await readEvent(bad.id)).toMatchObject({
      status: "failed",
      failureReason: "attempts_exhausted",
      attempts: [{ outcome: "http_error", responseStatus: 500, error: expect.any(String) }],
      entry: null,
    });
  });

  it("doesn't change the row of a healthy webhook", async () => {
    const endpoint = await createEndpoint(START);
    const before = await readWebhook(endpoint);
    await queueEvent(endpoint, START);
    await drainOutbox(createTestClock(START));
    expect(await readWebhook(endpoint)).toEqual(before);
  });
});

it.each([
  [503, "100", 100_000],
  [429, "Sat, 21 Nov 2026 10:01:30 GMT", 89_250],
  [503, "86400", 2 * MINUTE_MS],
])("after %i, an endpoint's Retry-After of %s is a wait of %i ms", async (status, text, waitMs) => {
  const event = await queueEvent(await createEndpoint(START), START);
  receiver.reply(answer(status, "", { "retry-after": text }));
  await drainOutbox(createTestClock(START));
  const { nextAttemptAt } = await readEvent(event.id);
  expect(nextAttemptAt).toEqual(new Date(START.getTime() + waitMs));
});

import { Webhook as StandardWebhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { LEASE_MS } from "#lib/domain/deliveries/claim";
import { deliverWebhook } from "#lib/domain/endpoints/deliver-webhook";
import {
  deleteWebhook,
  rotateWebhookSecret,
  saveWebhook,
} from "#lib/domain/endpoints/save-webhook";
import { settleEvent } from "#lib/domain/endpoints/settle-event";
import { deleteForm } from "#lib/domain/forms/forms";
import { deleteSubmission } from "#lib/domain/submissions/delete-submissions";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import {
  beginOneEvent,
  claimEvent,
  createEndpoint,
  dueEvent,
  type Endpoint,
  endedEvent,
  HOOK_URL,
  queueEvent,
  queueTest,
  readEvent,
  readWebhook,
  signingSecretOf,
} from "#tests/support/factories/webhook-state";
import { answer, breakOff } from "#tests/support/twins/receiver";
import { createTestClock, START } from "#tests/support/twins/test-clock";
import { setUpWebhookReceiver } from "#tests/support/twins/webhook-receiver";

const receiver = await setUpWebhookReceiver();

const SENT_AT = new Date("2026-11-21T10:00:00.750Z");

const MINUTE_MS = 60_000;

const HOUR_MS = 60 * MINUTE_MS;

const DELAYS_MS = [1, 5, 30, 120, 300, 600, 600].map((minutes) => minutes * MINUTE_MS);

describe("webhook delivery", () => {
  it("sends an event byte for byte with its ID and records the response", async () => {
    const { clock, event } = await dueEvent(SENT_AT);
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
      lastAttemptAt: SENT_AT,
      nextAttemptAt: null,
      entry: null,
      attempts: [
        {
          number: 1,
          trigger: "automatic",
          startedAt: SENT_AT,
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
    const endpoint = await createEndpoint(SENT_AT);
    const event = await queueEvent(endpoint, SENT_AT);
    const seen: unknown[] = [];
    receiver.reply((received, response, socket) => {
      void readEvent(event.id)
        .then(({ status, attempts }) => seen.push({ status, outcome: attempts[0]?.outcome }))
        .then(() => answer(204)(received, response, socket));
    });
    await drainOutbox(createTestClock(SENT_AT));
    expect(seen).toEqual([{ status: "sending", outcome: "pending" }]);
  });

  it("attempts a failing event eight times on schedule, with the same ID and bytes", async () => {
    const { clock, event } = await dueEvent(SENT_AT);
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
    const event = await queueEvent(await createEndpoint(SENT_AT), SENT_AT);
    receiver.reply(breakOff);
    await drainOutbox(createTestClock(SENT_AT));
    expect(await readEvent(event.id)).toMatchObject({
      status: "retrying",
      attempts: [{ outcome: "connection_failed", responseStatus: null, responseBody: null }],
    });
  });

  it("blocks an internal address without revealing it in the attempt", async () => {
    const endpoint = await createEndpoint(SENT_AT);
    await db().webhook.updateMany({
      where: { id: endpoint.webhook.id },
      data: { url: "https://127.0.0.1/" },
    });
    const event = await queueEvent(endpoint, SENT_AT);
    await drainOutbox(createTestClock(SENT_AT));
    const { attempts } = await readEvent(event.id);
    expect(attempts).toMatchObject([{ outcome: "address_blocked" }]);
    expect(attempts[0]?.error).not.toMatch(/\d+\.\d+|::/);
    expect(receiver.received).toHaveLength(0);
  });

  it("attempts a test event once, even while the webhook is disabled", async () => {
    const clock = createTestClock(SENT_AT);
    const endpoint = await createEndpoint(SENT_AT, { enabled: false });
    const good = await queueTest(endpoint, SENT_AT);
    await drainOutbox(clock);
    expect(await readEvent(good.id)).toMatchObject({
      status: "delivered",
      attempts: [{ trigger: "test", outcome: "succeeded" }],
    });
    receiver.reply(answer(500));
    const bad = await queueTest(endpoint, SENT_AT);
    expect(await drainOutbox(clock)).toMatchObject({ failed: 1 });
    expect(await readEvent(bad.id)).toMatchObject({
      status: "failed",
      failureReason: "attempts_exhausted",
      attempts: [{ outcome: "http_error", responseStatus: 500, error: expect.any(String) }],
      entry: null,
    });
  });

  it("doesn't change the row of a healthy webhook", async () => {
    const endpoint = await createEndpoint(SENT_AT);
    const before = await readWebhook(endpoint);
    await queueEvent(endpoint, SENT_AT);
    await drainOutbox(createTestClock(SENT_AT));
    expect(await readWebhook(endpoint)).toEqual(before);
  });
});

it.each([
  [503, "100", 100_000],
  [429, "Sat, 21 Nov 2026 10:01:30 GMT", 89_250],
  [503, "86400", 2 * MINUTE_MS],
])("after %i, an endpoint's Retry-After of %s is a wait of %i ms", async (status, text, waitMs) => {
  const event = await queueEvent(await createEndpoint(SENT_AT), SENT_AT);
  receiver.reply(answer(status, "", { "retry-after": text }));
  await drainOutbox(createTestClock(SENT_AT));
  const { nextAttemptAt } = await readEvent(event.id);
  expect(nextAttemptAt).toEqual(new Date(SENT_AT.getTime() + waitMs));
});

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

type Event = Awaited<ReturnType<typeof queueEvent>>;

type End = (endpoint: Endpoint, event: Event) => Promise<unknown>;

/** An event whose attempt gets this response after the change. */
async function createAttempted(end: End, status: number) {
  const { endpoint, event } = await dueEvent();
  receiver.reply((received, response, socket) => {
    void end(endpoint, event).then(() => answer(status)(received, response, socket));
  });
  return { endpoint, event };
}

const save = ({ workspace, form, webhook }: Endpoint, enabled: boolean) =>
  saveWebhook(workspace.ctx, form.id, { url: HOOK_URL, enabled, revision: webhook.revision });

/** Changes that cancel an event, each with the recorded reason. */
const ENDS: [string, string, End][] = [
  ["its webhook is saved", "revision_changed", (endpoint) => save(endpoint, true)],
  ["its webhook is disabled", "revision_changed", (endpoint) => save(endpoint, false)],
  [
    "its secret is rotated",
    "revision_changed",
    ({ workspace, form, webhook }) =>
      rotateWebhookSecret(workspace.ctx, form.id, { revision: webhook.revision }),
  ],
  [
    "its submission is moved to spam",
    "moved_to_spam",
    ({ workspace }, { submissionId }) =>
      updateSubmission(workspace.ctx, submissionId, { folder: "spam" }),
  ],
];

describe.each(ENDS)("webhook event, when %s", (_name, failureReason, end) => {
  it("cancels the event if it isn't claimed yet", async () => {
    const { endpoint, event } = await dueEvent();
    await end(endpoint, event);
    expect((await drainOutbox(createTestClock(START))).claimed).toBe(0);
    expect(await readEvent(event.id)).toMatchObject({ status: "cancelled", failureReason });
    expect(receiver.received).toHaveLength(0);
  });

  it("cancels the event if it's claimed but not attempted yet", async () => {
    const { endpoint, event } = await dueEvent();
    const claim = await claimEvent(START);
    await end(endpoint, event);
    expect(await deliverWebhook(claim, createTestClock(START))).toBe("lost");
    expect(await readEvent(event.id)).toMatchObject({
      status: "cancelled",
      failureReason,
      attempts: [],
      entry: null,
    });
    expect(receiver.received).toHaveLength(0);
  });

  it("doesn't retry the event after a failed attempt in progress", async () => {
    const { event } = await createAttempted(end, 500);
    await drainOutbox(createTestClock(START));
    expect(await readEvent(event.id)).toMatchObject({
      status: "cancelled",
      failureReason,
      attempts: [{ outcome: "http_error" }],
      entry: null,
    });
  });

  it("marks the event as delivered if the attempt in progress succeeds", async () => {
    const { event } = await createAttempted(end, 200);
    await drainOutbox(createTestClock(START));
    expect(await readEvent(event.id)).toMatchObject({ status: "delivered", failureReason: null });
  });

  it("cancels the event and interrupts its attempt if its worker died", async () => {
    const { clock, endpoint, event } = await dueEvent();
    await beginOneEvent(START);
    await end(endpoint, event);
    clock.advance(LEASE_MS);
    expect(await drainOutbox(clock)).toMatchObject({ cancelled: 1 });
    expect(await readEvent(event.id)).toMatchObject({
      status: "cancelled",
      attempts: [{ outcome: "interrupted", error: expect.stringMatching(/may have arrived/) }],
      entry: null,
    });
  });
});

describe("webhook event, when its submission, form, or webhook is deleted", () => {
  const DELETIONS: [string, End][] = [
    ["submission", ({ workspace }, event) => deleteSubmission(workspace.ctx, event.submissionId)],
    ["form", ({ workspace, form }) => deleteForm(workspace.ctx, form.id)],
    ["webhook", ({ workspace, form }) => deleteWebhook(workspace.ctx, form.id)],
  ];

  it.each(DELETIONS)(
    "doesn't send a claimed event and removes its queue entry (%s)",
    async (_name, end) => {
      const { endpoint, event } = await dueEvent();
      const claim = await claimEvent(START);
      await end(endpoint, event);
      expect(["cancelled", "lost"]).toContain(await deliverWebhook(claim, createTestClock(START)));
      expect(await db().delivery.count({ where: { dueAt: { not: null }, id: event.id } })).toBe(0);
      expect(receiver.received).toHaveLength(0);
    },
  );

  it.each(DELETIONS)(
    "leaves no queue entry after the attempt in progress (%s)",
    async (_name, end) => {
      const clock = createTestClock(START);
      const { event } = await createAttempted(end, 500);
      await drainOutbox(clock);
      clock.advance(3_600_000);
      await drainOutbox(clock);
      expect(await db().delivery.count({ where: { dueAt: { not: null }, id: event.id } })).toBe(0);
      expect(receiver.received).toHaveLength(1);
    },
  );

  it("doesn't send an event whose submission has expired", async () => {
    const { event } = await dueEvent();
    const where = { id: event.submissionId };
    await db().submission.updateMany({ where, data: { expiresAt: START } });
    expect(await drainOutbox(createTestClock(START))).toMatchObject({ cancelled: 1 });
    expect(receiver.received).toHaveLength(0);
  });
});

describe("webhook attempt under an earlier configuration", () => {
  it("doesn't change the webhook's health, even with a 410", async () => {
    const { endpoint } = await createAttempted((own) => save(own, true), 410);
    await drainOutbox(createTestClock(START));
    expect(await readWebhook(endpoint)).toMatchObject({ health: "healthy", failuresInRow: 0 });
  });

  it("is cancelled by a save if it's a test", async () => {
    const endpoint = await createEndpoint(START);
    const test = await queueTest(endpoint, START);
    await save(endpoint, true);
    await drainOutbox(createTestClock(START));
    expect(await readEvent(test.id)).toMatchObject({ status: "cancelled" });
  });
});

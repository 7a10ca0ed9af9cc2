import { describe, expect, it, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { beginAttempt } from "#lib/domain/deliveries/begin";
import { LEASE_MS } from "#lib/domain/deliveries/claim";
import { retryWebhookDelivery } from "#lib/domain/endpoints/retry-delivery";
import { RetriedWebhookDelivery } from "#lib/domain/endpoints/schema";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { callApi, dataOf, errorOf } from "#tests/support/contract/api";
import { expectRejection } from "#tests/support/contract/rejection";
import { drainTriggerCount } from "#tests/support/contract/transport";
import { contextAt, createOwnForm } from "#tests/support/factories/factories";
import {
  createWebhook,
  createWebhookDelivery,
} from "#tests/support/factories/integration-factories";
import { createSubmission } from "#tests/support/factories/message-factories";
import {
  beginOneEvent,
  claimEvent,
  dueEvent,
  readEvent,
} from "#tests/support/factories/webhook-state";
import { answer } from "#tests/support/twins/receiver";
import { receiver } from "#tests/support/twins/webhook-receiver";

const MINUTES_AGO = new Date(Date.now() - 300_000);

async function setUp(options: Parameters<typeof createWebhookDelivery>[3] = {}, isTest = false) {
  const { workspace, token, form } = await createOwnForm();
  const webhook = await createWebhook(workspace, form);
  const submission = await createSubmission(workspace, form);
  const delivery = await createWebhookDelivery(workspace, form, webhook, {
    ...(isTest ? {} : { submission }),
    status: "failed",
    createdAt: MINUTES_AGO,
    ...options,
  });
  const path = `/v1/forms/${form.id}/webhook`;
  const retry = () => callApi("POST", `${path}/deliveries/${delivery.id}/retry`, { token });
  const save = (change: Record<string, unknown> = {}) => {
    const { url, enabled, revision } = webhook;
    return callApi("POST", path, { token, body: { url, enabled, revision, ...change } });
  };
  const move = (folder: string) =>
    callApi("PATCH", `/v1/submissions/${submission.id}`, { token, body: { folder } });
  const entries = () => db().delivery.count({ where: { dueAt: { not: null }, id: delivery.id } });
  const row = () => db().delivery.findFirstOrThrow({ where: { id: delivery.id } });
  return { workspace, delivery, webhook, submission, retry, save, move, entries, row };
}

test.each(["queued", "sending", "delivered", "cancelled"] as const)(
  "rejects a retry of an event that is %s",
  async (status) => {
    const { retry, entries, row } = await setUp({ status });
    const before = await entries();
    errorOf(await retry(), "delivery_not_retryable");
    expect(await entries()).toBe(before);
    expect((await row()).status).toBe(status);
  },
);

test("rejects a retry of an event from an earlier webhook revision", async () => {
  for (const status of ["failed", "queued"] as const) {
    const { retry, save, entries } = await setUp({ status });
    expect((await save()).status).toBe(200);
    errorOf(await retry(), "revision_conflict");
    expect(await entries()).toBe(0);
  }
});

test("retrying a submission event requires an enabled webhook, and retrying a test doesn't", async () => {
  for (const isTest of [false, true]) {
    const { webhook, retry } = await setUp({}, isTest);
    await db().webhook.updateMany({ where: { id: webhook.id }, data: { enabled: false } });
    const answer = await retry();
    if (isTest) expect(answer.status).toBe(200);
    else errorOf(answer, "delivery_not_retryable");
  }
});

test("a spam submission's event can't be retried until the submission is moved out, in the cooldown or after it", async () => {
  const { delivery, retry, move } = await setUp({ lastAttemptAt: new Date() });
  errorOf(await retry(), "retry_cooldown");
  await move("spam");
  errorOf(await retry(), "delivery_not_retryable");
  const data = { lastAttemptAt: MINUTES_AGO };
  await db().delivery.updateMany({ where: { id: delivery.id }, data });
  errorOf(await retry(), "delivery_not_retryable");
  await move("archive");
  expect((await retry()).status).toBe(200);
});

test("a retry immediately sends the same event with the same bytes", async () => {
  const { delivery, retry, entries, row } = await setUp({
    failureReason: "attempts_exhausted",
    lastAttemptAt: MINUTES_AGO,
  });
  const triggers = drainTriggerCount();
  const retried = dataOf(await retry(), 200, RetriedWebhookDelivery);
  expect(retried.message).toMatch(/^[A-Z].*\.$/);
  expect(retried.delivery).toMatchObject({
    id: delivery.id,
    eventId: delivery.eventId,
    status: "queued",
    failureReason: null,
    attemptCount: 1,
    retryable: false,
    retryAvailableAt: null,
  });
  expect(await row()).toMatchObject({ body: delivery.body, seriesTrigger: "manual" });
  expect(await entries()).toBe(1);
  expect(drainTriggerCount()).toBe(triggers + 1);
});

test.each(["a save", "a move to spam"])(
  "a retry during %s leaves no event queued",
  async (what) => {
    for (let round = 0; round < 5; round += 1) {
      const { retry, save, move, entries, row } = await setUp();
      const change = () => (what === "a save" ? save({ enabled: false }) : move("spam"));
      const [retried, changed] = await Promise.all([retry(), change()]);
      expect(changed.status).toBe(200);
      expect([200, 409]).toContain(retried.status);
      expect(["cancelled", "failed"]).toContain((await row()).status);
      expect(await entries()).toBe(0);
    }
  },
);

const MINUTE_MS = 60_000;

/** An event whose first attempts failed, and which waits for its next one. */
async function failing(attempts: number) {
  const { clock, endpoint, event } = await dueEvent();
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
    const { clock, event, retry } = await failing(2);
    const before = await readEvent(event.id);
    clock.advance(MINUTE_MS - 1);
    await expectRejection(retry(), "retry_cooldown", { retryAfterSeconds: 1 });
    expect(await readEvent(event.id)).toEqual(before);
  });

  it("is rejected while an attempt is in progress, and the attempt's result counts", async () => {
    const { clock, event, retry, waitMs } = await failing(2);
    clock.advance(await waitMs());
    const { claim } = await beginOneEvent(clock.now());
    await expectRejection(retry(), "delivery_not_retryable");
    expect(await readEvent(event.id)).toMatchObject({
      status: "sending",
      entry: { claimToken: claim.token },
    });
  });

  it("makes the next automatic attempt now, and the schedule goes on from it", async () => {
    const { clock, event, retry, waitMs } = await failing(3);
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
    const { clock, event, retry } = await failing(7);
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
    const { clock, event, retry, waitMs } = await failing(2);
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
      const { clock, event, retry, waitMs } = await failing(2);
      clock.advance(await waitMs());
      const [retried] = await Promise.allSettled([retry(), drainOutbox(clock)]);
      if (retried.status === "rejected")
        expect(["delivery_not_retryable", "retry_cooldown"]).toContain(retried.reason.code);
      await drainOutbox(clock);
      expect(await readEvent(event.id)).toMatchObject({ status: "retrying", attemptCount: 3 });
    }
  });
});

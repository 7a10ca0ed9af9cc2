import { describe, expect, it, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { beginAttempt } from "#lib/domain/deliveries/begin";
import { LEASE_MS } from "#lib/domain/deliveries/claim";
import { replayWebhook } from "#lib/domain/endpoints/replay-webhook";
import { retryWebhookDelivery } from "#lib/domain/endpoints/retry-delivery";
import { saveWebhook } from "#lib/domain/endpoints/save-webhook";
import { MAX_REPLAYED, RetriedWebhookDelivery, WebhookReplay } from "#lib/domain/endpoints/schema";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { callApi, dataOf, errorOf, invalidPaths } from "#tests/support/contract/api";
import { drainTriggerCount } from "#tests/support/contract/drain-triggers";
import { expectRejection } from "#tests/support/contract/rejection";
import { cutOff, holdLocks } from "#tests/support/drills/lock-waits";
import {
  contextAt,
  createForm,
  createOwnForm,
  createToken,
} from "#tests/support/factories/factories";
import {
  createWebhook,
  createWebhookDelivery,
} from "#tests/support/factories/integration-factories";
import { createSubmission } from "#tests/support/factories/message-factories";
import {
  beginOneEvent,
  claimEvent,
  createEndpoint,
  dueEvent,
  type Endpoint,
  queueEvent,
  readEvent,
} from "#tests/support/factories/webhook-state";
import { answer } from "#tests/support/twins/receiver";
import { createTestClock, START } from "#tests/support/twins/test-clock";
import { setUpWebhookReceiver } from "#tests/support/twins/webhook-receiver";

const receiver = await setUpWebhookReceiver();

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

const HOUR_MS = 3_600_000;

const PERIOD = { from: START.getTime() - HOUR_MS, to: START.getTime() + HOUR_MS };

const later = (minutes: number) => new Date(START.getTime() + minutes * 60_000);

function replay({ workspace, form }: Endpoint, input = {}, now = later(5)) {
  const period = { ...PERIOD, status: "undelivered" as const, ...input };
  return replayWebhook(contextAt(workspace, now), form.id, period);
}

function deliveriesOf(submissionId: string) {
  return db().delivery.findMany({
    where: { submissionId, channel: "webhook" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

/** A submission whose event ended like this. */
async function withEvent({ workspace, form, webhook }: Endpoint, status: "delivered" | "failed") {
  const submission = await createSubmission(workspace, form, { receivedAt: START });
  await createWebhookDelivery(workspace, form, webhook, { submission, status, createdAt: START });
  return submission.id;
}

test("events cancelled by a corrected URL are sent to the new one, with the same IDs and bytes", async () => {
  const endpoint = await createEndpoint(START);
  const { submissionId } = await queueEvent(endpoint, START);
  const { workspace, form, webhook } = endpoint;
  const change = { url: "https://corrected.example.com/hook", enabled: true };
  const ctx = contextAt(workspace, later(1));
  const saved = await saveWebhook(ctx, form.id, { ...change, revision: webhook.revision });
  expect(await replay(endpoint)).toEqual({ queued: 1 });
  const [first, second, ...more] = await deliveriesOf(submissionId);
  expect(more).toEqual([]);
  expect(first).toMatchObject({ status: "cancelled", failureReason: "revision_changed" });
  expect(second).toMatchObject({
    status: "queued",
    revision: saved.revision,
    dedupeKey: first?.dedupeKey,
    body: first?.body,
    seriesTrigger: "replay",
  });
});

test("undelivered leaves out events that arrived or are still queued; all leaves out queued ones", async () => {
  const endpoint = await createEndpoint(START);
  const arrived = await withEvent(endpoint, "delivered");
  const failed = await withEvent(endpoint, "failed");
  const { submissionId: queued } = await queueEvent(endpoint, START);
  expect(await replay(endpoint)).toEqual({ queued: 1 });
  expect(await deliveriesOf(failed)).toMatchObject([{ status: "failed" }, { status: "queued" }]);
  expect(await replay(endpoint, { status: "all" }, later(7))).toEqual({ queued: 1 });
  expect(await deliveriesOf(arrived)).toMatchObject([
    { status: "delivered" },
    { status: "queued" },
  ]);
  expect(await deliveriesOf(queued)).toHaveLength(1);
});

test("leaves out spam, other forms, and submissions received outside the period", async () => {
  const endpoint = await createEndpoint(START);
  const { workspace } = endpoint;
  const spam = await withEvent(endpoint, "failed");
  await updateSubmission(workspace.ctx, spam, { folder: "spam" });
  const other = await createForm(workspace);
  await createSubmission(workspace, other, { receivedAt: START });
  for (const ms of [PERIOD.from - 1, PERIOD.to])
    await createSubmission(workspace, endpoint.form, { receivedAt: new Date(ms) });
  expect(await replay(endpoint, { status: "all" })).toEqual({ queued: 0 });
});

test("makes an event for a submission that came before the webhook", async () => {
  const endpoint = await createEndpoint(START);
  const fields = { message: "early" };
  const { id } = await createSubmission(endpoint.workspace, endpoint.form, {
    receivedAt: START,
    fields,
  });
  expect(await replay(endpoint)).toEqual({ queued: 1 });
  const [event] = await deliveriesOf(id);
  expect(JSON.parse(event?.body ?? "")).toMatchObject({
    id: event?.dedupeKey,
    type: "submission.created",
    timestamp: START.toISOString(),
    data: { submission: { id, receivedAt: START.getTime(), fields, attachments: [] } },
  });
});

test("its attempts are replays and follow the automatic schedule", async () => {
  const endpoint = await createEndpoint(START);
  receiver.replyNext(answer(500));
  const id = await withEvent(endpoint, "failed");
  await replay(endpoint);
  await drainOutbox(createTestClock(later(6)));
  const [, delivery] = await deliveriesOf(id);
  expect(delivery).toMatchObject({ status: "retrying" });
  const attempts = await db().attempt.findMany({ where: { deliveryId: delivery?.id ?? "" } });
  expect(attempts).toMatchObject([{ trigger: "replay", number: 1 }]);
});

test("a period is limited to 31 days and 1,000 events, and a form to one replay per minute", async () => {
  const endpoint = await createEndpoint(START);
  const { workspace, form } = endpoint;
  const token = await createToken(workspace, { scopes: ["submissions:write"] });
  const post = (body: object) =>
    callApi("POST", `/v1/forms/${form.id}/webhook/replay`, { token, body });
  const days = (count: number) => ({ from: 0, to: count * 86_400_000, status: "all" });
  expect(invalidPaths(await post({ ...days(31), to: days(31).to + 1 }))).toEqual(["to"]);
  const far = { from: 9_007_199_254_000_000, to: 9_007_199_254_000_001, status: "all" };
  expect(invalidPaths(await post(far))).toEqual(["from", "to"]);
  expect(invalidPaths(await post({ from: 5, to: 5, status: "all" }))).toEqual(["to"]);
  expect(MAX_REPLAYED).toBe(1_000);
  const { id: first } = await createSubmission(workspace, form, { receivedAt: START });
  const row = await db().submission.findFirstOrThrow({ where: { id: first } });
  const copies = Array.from({ length: MAX_REPLAYED }, () => ({ ...row, id: newId() }));
  await db().submission.createMany({ data: copies as never });
  const all = { ...PERIOD, status: "all" };
  expect(invalidPaths(await post(all))).toEqual(["to"]);
  await db().submission.delete({
    where: { workspaceId_id: { workspaceId: workspace.id, id: first } },
  });
  expect(dataOf(await post(all), 202, WebhookReplay)).toEqual({ queued: MAX_REPLAYED });
  const again = await post(all);
  errorOf(again, "retry_cooldown");
  expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("a replay cut off halfway keeps what it queued, and the next one queues the rest", async () => {
  const endpoint = await createEndpoint(START);
  const { workspace, form } = endpoint;
  // Two of them fit into a batch.
  const fields = { message: "x".repeat(200_000) };
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const receivedAt = new Date(START.getTime() + n);
    ids.push((await createSubmission(workspace, form, { fields, receivedAt })).id);
  }
  const queued = () => db().delivery.findMany({ where: { submissionId: { in: ids } } });
  const holder = await holdLocks("SELECT FROM submissions WHERE id = $1 FOR UPDATE", [ids.at(-1)]);
  const replaying = replay(endpoint);
  await Promise.all([cutOff(holder, replaying), expect(replaying).rejects.toThrow()]);
  const before = await queued();
  expect(before.map(({ submissionId }) => submissionId).toSorted()).toEqual(ids.slice(0, 4));
  expect(await replay(endpoint, {}, later(7))).toEqual({ queued: 1 });
  const after = await queued();
  expect(after.map(({ submissionId }) => submissionId).toSorted()).toEqual(ids);
  expect(after.map(({ dedupeKey }) => dedupeKey)).toEqual(
    expect.arrayContaining(before.map(({ dedupeKey }) => dedupeKey)),
  );
});

import { beforeEach, expect, it } from "vitest";
import { db, pool } from "#lib/adapters/db/database";
import { settle } from "#lib/domain/deliveries/settle";
import { deleteWebhook } from "#lib/domain/endpoints/save-webhook";
import { settleEvent } from "#lib/domain/endpoints/settle-event";
import { deleteSubmissions } from "#lib/domain/submissions/delete-submissions";
import { updateSubmissions } from "#lib/domain/submissions/update-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { cutOff, holdLocks, untilWaiting } from "#tests/support/drills/lock-waits";
import { contextAt } from "#tests/support/factories/factories";
import { maintain } from "#tests/support/factories/maintain";
import { beginOne, emptyOutbox, queueNotification } from "#tests/support/factories/outbox-state";
import {
  beginOneEvent,
  createEndpoint,
  endedEvent,
  queueEvent,
  readEvent,
} from "#tests/support/factories/webhook-state";
import { createTestClock, START } from "#tests/support/twins/test-clock";
import { setUpWebhookReceiver } from "#tests/support/twins/webhook-receiver";

const receiver = await setUpWebhookReceiver();

beforeEach(emptyOutbox);

const lock = (deliveryId = "") =>
  holdLocks("SELECT FROM deliveries WHERE id = $1 FOR UPDATE", [deliveryId]);

const expire = (ids: string[]) =>
  db().submission.updateMany({ where: { id: { in: ids } }, data: { expiresAt: START } });

/** Deletes a delivery while its outcome is being recorded; returns what the recording does. */
async function settleDuringDeletion<T>(deliveryId: string, settleIt: () => Promise<T>) {
  const deleting = await lock(deliveryId);
  const settling = settleIt();
  await untilWaiting(settling);
  const { rows } = await deleting.query(
    "SELECT FROM attempts WHERE delivery_id = $1 AND outcome = 'pending' FOR UPDATE SKIP LOCKED",
    [deliveryId],
  );
  expect(rows, "the attempt isn't locked yet").toHaveLength(1);
  await deleting.query("DELETE FROM deliveries WHERE id = $1", [deliveryId]);
  await deleting.query("COMMIT");
  return settling;
}

it.each([true, false])(
  "recording an attempt's outcome locks, as deletion does, a webhook delivery before its attempt (accepted: %s)",
  async (isAccepted) => {
    await queueEvent(await createEndpoint(START), START);
    const attempt = await beginOneEvent(START);
    const end = await settleDuringDeletion(attempt.claim.deliveryId, () =>
      settleEvent(endedEvent(attempt, isAccepted, START)),
    );
    expect(end).toBe("lost");
  },
);

it("recording an attempt's outcome locks, as deletion does, an email delivery before its attempt", async () => {
  const { deliveryId } = await queueNotification(START);
  const { claim, attemptId } = await beginOne(START);
  const attempt = { outcome: "sent", error: null };
  const settlement = { claim, attemptId, attempt, status: "delivered", nextAttemptAt: null };
  const end = await settleDuringDeletion(deliveryId, () =>
    settle(pool(), [{ ...settlement, now: START }]),
  );
  expect(end).toEqual([false]);
});

/** Creates messages with one event each and stores the events in reverse order of their IDs. */
async function queueBackwards(count: number) {
  const endpoint = await createEndpoint(START);
  for (let nth = 0; nth < count; nth += 1) await queueEvent(endpoint, START);
  const where = { workspaceId: endpoint.workspace.id };
  const events = await db().delivery.findMany({ where, orderBy: { id: "asc" } });
  await db().delivery.deleteMany({ where });
  for (const { failedAt: _, ...data } of events.toReversed()) await db().delivery.create({ data });
  const messages = await db().submission.findMany({ where });
  return {
    ctx: contextAt(endpoint.workspace, START),
    formId: endpoint.form.id,
    eventIds: events.map(({ id }) => id),
    messageIds: messages.map(({ id }) => id),
  };
}

const MANY = 20;
type Queued = Awaited<ReturnType<typeof queueBackwards>>;
const CASES: [string, (queued: Queued) => Promise<unknown>][] = [
  [
    "message retention",
    async ({ messageIds }) => {
      await expire(messageIds);
      return maintain();
    },
  ],
  [
    "moving messages to spam",
    ({ ctx, messageIds }) => updateSubmissions(ctx, messageIds, { folder: "spam" }),
  ],
  ["deleting messages", ({ ctx, messageIds }) => deleteSubmissions(ctx, messageIds)],
  ["deleting a webhook", ({ ctx, formId }) => deleteWebhook(ctx, formId)],
];

it.each(CASES)(
  "%s locks deliveries in the order of their IDs, as workers do",
  async (_name, run) => {
    const queued = await queueBackwards(MANY);
    const [first, ...others] = queued.eventIds;
    const worker = await lock(first);
    const running = run(queued);
    await untilWaiting(running);
    const { rows } = await worker.query(
      "SELECT id FROM deliveries WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE SKIP LOCKED",
      [others],
    );
    expect(rows.map(({ id }) => id)).toEqual(others);
    await worker.query("COMMIT");
    await running;
    const where = { dueAt: { not: null }, id: { in: queued.eventIds } };
    expect(await db().delivery.count({ where })).toBe(0);
  },
);

function isDeadlock(failure: unknown): true {
  expect(failure).toMatchObject({ code: "40P01" });
  return true;
}

/** Starts maintenance that waits to delete an expired message, because its event is locked. */
async function waitingMaintenance() {
  const endpoint = await createEndpoint(START);
  const { id, submissionId } = await queueEvent(endpoint, START);
  await expire([submissionId]);
  const holder = await lock(id);
  const maintenance = maintain();
  await untilWaiting(maintenance);
  return { holder, maintenance, submissionId };
}

it("maintenance retries a batch in the same run after its database connection is terminated", async () => {
  const { holder, maintenance, submissionId } = await waitingMaintenance();
  await cutOff(holder, maintenance);
  expect(await maintenance).toMatchObject({ messages: 1, failures: 0 });
  expect(await db().submission.count({ where: { id: submissionId } })).toBe(0);
});

/** Makes maintenance wait in a circle with this session, until PostgreSQL aborts maintenance rather than it. */
async function deadlockMaintenance() {
  for (;;) {
    const { holder, maintenance, submissionId } = await waitingMaintenance();
    // PostgreSQL aborts the session that looks for a deadlock first: the one that has waited for a second.
    const isAborted = await holder
      .query("DELETE FROM submissions WHERE id = $1", [submissionId])
      .then(() => false, isDeadlock);
    await holder.query("ROLLBACK");
    const report = await maintenance;
    if (!isAborted) return { report, submissionId };
  }
}

it("maintenance retries a batch after a deadlock", async () => {
  const { report, submissionId } = await deadlockMaintenance();
  const { messages = 0, failures } = report;
  expect(failures).toBe(0);
  // Skipped if the other session still locked it.
  expect(await maintain()).toMatchObject({ messages: 1 - messages, failures: 0 });
  expect(await db().submission.count({ where: { id: submissionId } })).toBe(0);
});

it("concurrent maintenance runs and outbox drains all succeed", async () => {
  const endpoints = await Promise.all(Array.from({ length: 8 }, () => createEndpoint(START)));
  const events: Awaited<ReturnType<typeof queueEvent>>[] = [];
  // Not all at once: a busy machine starts no 160 transactions in time.
  for (const endpoint of endpoints) {
    const queued = Array.from({ length: 20 }, () => queueEvent(endpoint, START));
    events.push(...(await Promise.all(queued)));
  }
  const expired = events.filter((_, nth) => nth % 2 === 0).map(({ submissionId }) => submissionId);
  await expire(expired);
  receiver.reset();
  const maintenance = [maintain(), maintain(), maintain()];
  const drains = Array.from({ length: 3 }, () => drainOutbox(createTestClock(START)));
  for (const { failures } of await Promise.all(maintenance)) expect(failures).toBe(0);
  for (const { errored } of await Promise.all(drains)) expect(errored).toBe(0);
  expect(await db().submission.count({ where: { id: { in: expired } } })).toBe(0);
  const kept = events.filter((_, nth) => nth % 2 === 1);
  const ends = await Promise.all(kept.map(({ id }) => readEvent(id)));
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(["delivered"]));
});

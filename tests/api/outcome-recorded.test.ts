import type { PoolClient } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { newId } from "#lib/core/ids";
import { db, pool } from "#lib/db/database";
import { drainOutbox } from "#lib/jobs/drain-outbox";
import { untilWaiting } from "#tests/support/drills/lock-waits";
import { queueNotification, readDelivery } from "#tests/support/factories/outbox-state";
import { createEndpoint, queueEvent, readEvent } from "#tests/support/factories/webhook-state";
import { setUpLiveEmail } from "#tests/support/twins/live-email";
import { answer } from "#tests/support/twins/receiver";
import { createTestClock, START } from "#tests/support/twins/test-clock";
import { receiver } from "#tests/support/twins/webhook-receiver";

const live = setUpLiveEmail();

/** Locks a delivery, so that its result can't be recorded. */
async function hold(deliveryId: string): Promise<PoolClient> {
  const holder = await pool().connect();
  onTestFinished(() => holder.release());
  await holder.query("BEGIN");
  await holder.query("SELECT FROM deliveries WHERE id = $1 FOR UPDATE", [deliveryId]);
  return holder;
}

/** Ends the connection that waits to record the result, as a PostgreSQL restart does. */
async function cutOff(holder: PoolClient, drain: Promise<unknown>): Promise<void> {
  await untilWaiting(drain);
  await holder.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  await holder.query("COMMIT");
}

test.each([
  [204, "delivered", "succeeded"],
  [500, "retrying", "http_error"],
])(
  "an endpoint's response %i is recorded after a short database outage",
  async (status, state, outcome) => {
    const { id } = await queueEvent(await createEndpoint(START), START);
    const isHeld = Promise.withResolvers<PoolClient>();
    receiver.reply((event, response, socket) => {
      hold(id).then((holder) => {
        isHeld.resolve(holder);
        answer(status)(event, response, socket);
      }, isHeld.reject);
    });
    const drain = drainOutbox(createTestClock(START));
    await cutOff(await isHeld.promise, drain);
    expect(await drain).toMatchObject({ claimed: 1, errored: 0 });
    expect(await readEvent(id)).toMatchObject({ status: state, attempts: [{ outcome }] });
    expect(receiver.received).toHaveLength(1);
  },
);

test("the email provider's response is recorded after a short database outage", async () => {
  const { deliveryId } = await queueNotification(START);
  live.twin.answerNext("hang");
  const clock = createTestClock(START);
  const drain = drainOutbox(clock);
  await live.twin.receivedCount(1);
  const holder = await hold(deliveryId);
  clock.timeOutCalls();
  await cutOff(holder, drain);
  expect(await drain).toMatchObject({ claimed: 1, errored: 0, retried: 1 });
  expect(await readDelivery(deliveryId)).toMatchObject({
    status: "retrying",
    attempts: [{ outcome: "uncertain", error: "The email provider didn't respond in time." }],
  });
});

test("a worker that lost its claim records nothing over the one that has it", async () => {
  const { id } = await queueEvent(await createEndpoint(START), START);
  const claimToken = newId();
  receiver.reply((event, response, socket) => {
    db()
      .delivery.updateMany({ where: { id }, data: { claimToken } })
      .then(() => answer(204)(event, response, socket));
  });
  expect(await drainOutbox(createTestClock(START))).toMatchObject({ claimed: 1, errored: 0 });
  expect(receiver.received).toHaveLength(1);
  expect(await readEvent(id)).toMatchObject({
    status: "sending",
    attempts: [{ outcome: "pending" }],
  });
  expect(await db().delivery.findFirst({ where: { id } })).toMatchObject({ claimToken });
});

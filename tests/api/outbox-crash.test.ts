import type { PoolClient } from "pg";
import { describe, expect, it } from "vitest";
import { db, pool } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { LEASE_MS } from "#lib/domain/deliveries/claim";
import { settle } from "#lib/domain/deliveries/settle";
import { deliverEmail } from "#lib/domain/emails/deliver-email";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { cutOff, holdLocks } from "#tests/support/drills/lock-waits";
import {
  BEGUN_EMAIL,
  beginOne,
  claimOne,
  dueNotification,
  queueNotification,
  readDelivery,
} from "#tests/support/factories/outbox-state";
import { createEndpoint, queueEvent, readEvent } from "#tests/support/factories/webhook-state";
import { setUpLiveEmail } from "#tests/support/twins/live-email";
import { answer } from "#tests/support/twins/receiver";
import { createTestClock, START } from "#tests/support/twins/test-clock";
import { setUpWebhookReceiver } from "#tests/support/twins/webhook-receiver";

const receiver = await setUpWebhookReceiver();

const live = setUpLiveEmail(1000);

/** Makes the database reject the attempts of one delivery. */
async function failWrites(deliveryId: string): Promise<void> {
  await db().$executeRaw`CREATE FUNCTION fail_write() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN RAISE EXCEPTION ''the disk is full''; END'`;
  await db().$executeRawUnsafe(`CREATE TRIGGER fail_write BEFORE INSERT ON attempts
    FOR EACH ROW WHEN (NEW.delivery_id = '${deliveryId}') EXECUTE FUNCTION fail_write()`);
}

describe("a worker that died", () => {
  it("leaves an uncertain attempt that is retried with the same key and email", async () => {
    const { clock, deliveryId } = await dueNotification();
    await beginOne(START);
    clock.advance(LEASE_MS);
    expect(await drainOutbox(clock)).toMatchObject({ retried: 1, sent: 1 });
    const delivery = await readDelivery(deliveryId);
    expect(delivery).toMatchObject({
      status: "sent",
      attempts: [
        {
          number: 1,
          outcome: "uncertain",
          error: "The provider's response couldn't be recorded.",
        },
        { number: 2, trigger: "automatic", outcome: "sent" },
      ],
    });
    expect(live.twin.sent).toMatchObject([{ key: delivery.dedupeKey }]);
    const { text, html } = BEGUN_EMAIL;
    expect(JSON.parse(live.twin.sent[0]?.body ?? "{}")).toMatchObject({ text, html });
  });

  it("loses nothing and adds no attempt if it hadn't recorded one", async () => {
    const { clock, deliveryId } = await dueNotification();
    await claimOne(START);
    clock.advance(LEASE_MS);
    expect(await drainOutbox(clock)).toMatchObject({ claimed: 1, sent: 1 });
    expect((await readDelivery(deliveryId)).attempts).toHaveLength(1);
  });

  it("makes the email uncertain without another call after five deaths in a row", async () => {
    const { clock, deliveryId } = await dueNotification();
    for (let death = 0; death < 5; death++) {
      const entry = await db().delivery.findFirstOrThrow({
        where: { dueAt: { not: null }, id: deliveryId },
      });
      clock.advance(Math.max(0, (entry.dueAt?.getTime() ?? 0) - clock.now().getTime()));
      await beginOne(clock.now());
      clock.advance(LEASE_MS);
      await deliverEmail(await claimOne(clock.now()), clock);
    }
    expect(await readDelivery(deliveryId)).toMatchObject({ status: "uncertain", entry: null });
    expect(live.twin.received).toHaveLength(0);
  });
});

describe("a worker that lost its lease", () => {
  it("can't overwrite the result of the newer worker", async () => {
    const { clock, deliveryId } = await dueNotification();
    const slow = await beginOne(START);
    clock.advance(LEASE_MS);
    await drainOutbox(clock);
    const before = await readDelivery(deliveryId);
    const late = {
      ...slow,
      attempt: { outcome: "failed", error: "late" },
      status: "failed",
      nextAttemptAt: null,
      now: clock.now(),
    };
    expect(await settle(pool(), [late])).toEqual([false]);
    expect(await readDelivery(deliveryId)).toEqual(before);
  });

  it("records nothing while the newer worker's claim lasts, though its attempt is still open", async () => {
    const { deliveryId } = await queueNotification(START);
    const slow = await beginOne(START);
    const later = new Date(START.getTime() + LEASE_MS);
    await claimOne(later);
    const before = await readDelivery(deliveryId);
    const late = {
      ...slow,
      attempt: { outcome: "sent", error: null },
      status: "delivered",
      nextAttemptAt: null,
      now: later,
    };
    expect(await settle(pool(), [late])).toEqual([false]);
    expect(await readDelivery(deliveryId)).toEqual(before);
  });

  it("starts no attempt", async () => {
    const { deliveryId } = await queueNotification(START);
    const slow = await claimOne(START);
    const later = new Date(START.getTime() + LEASE_MS);
    await claimOne(later);
    expect(await deliverEmail(slow, createTestClock(later))).toBe("lost");
    expect(live.twin.received).toHaveLength(0);
    expect(await readDelivery(deliveryId)).toMatchObject({ status: "queued", attempts: [] });
  });
});

describe("an outbox entry whose handler throws", () => {
  it("doesn't affect other entries and can be claimed again after its lease ends", async () => {
    const clock = createTestClock(START);
    const broken = await queueNotification(START);
    const whole = await queueNotification(START);
    await failWrites(broken.deliveryId);
    expect(await drainOutbox(clock)).toMatchObject({ claimed: 2, errored: 1, sent: 1 });
    expect(await readDelivery(whole.deliveryId)).toMatchObject({ status: "sent" });
    expect(await readDelivery(broken.deliveryId)).toMatchObject({ status: "queued" });
    await db().$executeRaw`DROP FUNCTION fail_write CASCADE`;
    clock.advance(LEASE_MS);
    expect(await drainOutbox(clock)).toMatchObject({ sent: 1 });
  });

  it("fails when its content can't be read", async () => {
    const { deliveryId, formId } = await queueNotification(START);
    await db().form.updateMany({ where: { id: formId }, data: { settings: {} } });
    expect(await drainOutbox(createTestClock(START))).toMatchObject({ failed: 1 });
    expect(await readDelivery(deliveryId)).toMatchObject({
      status: "failed",
      entry: null,
      attempts: [{ outcome: "failed", error: "The email couldn't be composed." }],
    });
  });
});

/** Locks a delivery, so that its result can't be recorded. */
const hold = (deliveryId: string) =>
  holdLocks("SELECT FROM deliveries WHERE id = $1 FOR UPDATE", [deliveryId]);

it.each([
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

it("the email provider's response is recorded after a short database outage", async () => {
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

it("a worker that lost its claim records nothing over the one that has it", async () => {
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

import { expect, it } from "vitest";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { workerId } from "#lib/deliveries/workers";
import { drainOutbox } from "#lib/jobs/drain-outbox";
import { Gate } from "#tests/support/drills/gate";
import { claimOne, queueNotification, readDelivery } from "#tests/support/factories/outbox-state";
import { createEndpoint, queueEvent } from "#tests/support/factories/webhook-state";
import { answer } from "#tests/support/twins/receiver";
import { createTestClock, START } from "#tests/support/twins/test-clock";
import { receiver } from "#tests/support/twins/webhook-receiver";

/** A delivery that a worker, last seen this long ago, has claimed. */
async function claimedBy(seenSecondsAgo: number) {
  const { deliveryId } = await queueNotification(START);
  await claimOne(START);
  const worker = newId();
  const seenAt = new Date(Date.now() - seenSecondsAgo * 1000);
  await db().worker.create({ data: { id: worker, seenAt } });
  await db().delivery.updateMany({ where: { id: deliveryId }, data: { claimedBy: worker } });
  return deliveryId;
}

it("immediately sends the deliveries a dead worker had claimed", async () => {
  const deliveryId = await claimedBy(7);
  expect(await drainOutbox(createTestClock(START))).toMatchObject({ claimed: 1, sent: 1 });
  expect(await readDelivery(deliveryId)).toMatchObject({ status: "sent", entry: null });
});

it("leaves the claims of a living worker until its lease ends", async () => {
  const deliveryId = await claimedBy(5);
  expect(await drainOutbox(createTestClock(START))).toMatchObject({ claimed: 0 });
  expect(await readDelivery(deliveryId)).toMatchObject({ status: "queued" });
});

it("records that a draining worker is alive", async () => {
  await queueNotification(START);
  const before = new Date();
  await drainOutbox(createTestClock(START));
  const worker = await db().worker.findUniqueOrThrow({ where: { id: workerId() } });
  expect(worker.seenAt.getTime()).toBeGreaterThan(before.getTime() - 1_000);
});

it("releases the claims of a worker that dies while another one drains", async () => {
  const deliveryId = await claimedBy(5);
  await queueEvent(await createEndpoint(START), START);
  const gate = new Gate();
  gate.shut();
  receiver.reply((...call) => gate.passed().then(() => answer(204)(...call)));
  const draining = drainOutbox(createTestClock(START));
  await expect.poll(async () => (await readDelivery(deliveryId)).status).toBe("sent");
  gate.open();
  expect(await draining).toMatchObject({ claimed: 2, sent: 2 });
});

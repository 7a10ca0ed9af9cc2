import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { workerId } from "#lib/deliveries/workers";
import { drainOutbox } from "#lib/jobs/drain-outbox";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import {
  createForm,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import {
  claimOne,
  emptyOutbox,
  queueNotification,
  readDelivery,
} from "#tests/support/factories/outbox-state";
import { createTestClock, START } from "#tests/support/twins/test-clock";

beforeEach(emptyOutbox);

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

it("sends at once what a dead worker had claimed", async () => {
  const deliveryId = await claimedBy(7);
  expect(await drainOutbox(createTestClock(START))).toMatchObject({ claimed: 1, sent: 1 });
  expect(await readDelivery(deliveryId)).toMatchObject({ status: "sent", entry: null });
});

it("leaves what a living worker has claimed until its lease ends", async () => {
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

it("a submission accepted by a process whose clock is an hour ahead is sent without delay", async () => {
  const workspace = await createWorkspace();
  const recipient = await createVerifiedRecipient(workspace);
  const form = await createForm(workspace, { recipientIds: [recipient.id] });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  const id = await acceptedId(await postVisit(form.publicKey, { json: { message: "Hello" } }));
  expect(await drainOutbox()).toMatchObject({ sent: 1 });
  const [delivery] = await db().delivery.findMany({ where: { submissionId: id } });
  expect(delivery?.lastAttemptAt?.getTime()).toBeLessThan(Date.now() - 3_000_000);
});

import { describe, expect, it } from "vitest";
import { db } from "#lib/db/database";
import { drainOutbox } from "#lib/jobs/drain-outbox";
import { queueNotification, readDelivery } from "#tests/support/factories/outbox-state";
import { setUpLiveEmail } from "#tests/support/twins/live-email";
import { createTestClock, START } from "#tests/support/twins/test-clock";

const SECOND_MS = 1000;

const live = setUpLiveEmail(5);

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

  it("ignores a next slot that is implausibly far in the future", async () => {
    const nextAt = new Date(START.getTime() + 86_400_000);
    await db().sendPace.create({ data: { kind: "email", nextAt } });
    await queueNotification(START);
    expect(await drainOutbox(createTestClock(START))).toMatchObject({ sent: 1 });
  });
});

import { describe, expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { LEASE_MS } from "#lib/domain/deliveries/claim";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { beginOne, dueNotification, readDelivery } from "#tests/support/factories/outbox-state";
import { expectUncertain, setUpLiveEmail } from "#tests/support/twins/live-email";
import type { NextAnswer } from "#tests/support/twins/resend-twin";
import { START } from "#tests/support/twins/test-clock";

const live = setUpLiveEmail(1000, { isForgetful: true });

describe("an email provider without idempotency", () => {
  it.each<[string, NextAnswer]>([
    ["closes the connection", "break"],
    ["sends an incomplete response", "break-in-answer"],
    ["responds with 500", { status: 500 }],
    ["responds with 200 and an unexpected body", { status: 200, body: "<html>" }],
  ])("isn't called again if it %s; the email is uncertain", async (_name, answer) => {
    const { clock, deliveryId } = await dueNotification();
    live.twin.answerNext(answer);
    expect(await drainOutbox(clock)).toMatchObject({ uncertain: 1 });
    await expectUncertain(deliveryId, clock);
    expect(live.twin.received).toHaveLength(1);
  });

  it("isn't called again after a worker died during the call", async () => {
    const { clock, deliveryId } = await dueNotification();
    await beginOne(START);
    clock.advance(LEASE_MS);
    expect(await drainOutbox(clock)).toMatchObject({ uncertain: 1 });
    await expectUncertain(deliveryId, clock);
    expect(live.twin.received).toHaveLength(0);
  });

  it("isn't called again for an email scheduled for a retry under earlier settings", async () => {
    const { clock, deliveryId } = await dueNotification();
    live.twin.answerNext({ status: 500 });
    await drainOutbox(clock);
    await db().delivery.updateMany({
      where: { id: deliveryId },
      data: { status: "retrying", dueAt: START },
    });
    expect(await drainOutbox(clock)).toMatchObject({ uncertain: 1 });
    await expectUncertain(deliveryId, clock);
    expect(live.twin.received).toHaveLength(1);
  });

  it("is called again when the email can't have been delivered", async () => {
    const { clock, deliveryId } = await dueNotification();
    await live.twin.whileAway(async () => {
      expect(await drainOutbox(clock)).toMatchObject({ retried: 1 });
    });
    live.twin.answerNext({ status: 429, headers: { "retry-after": "1" } });
    clock.advance(30_000);
    expect(await drainOutbox(clock)).toMatchObject({ throttled: 1 });
    clock.advance(1000);
    expect(await drainOutbox(clock)).toMatchObject({ sent: 1 });
    expect(await readDelivery(deliveryId)).toMatchObject({ status: "sent" });
    expect(live.twin.sent).toHaveLength(1);
  });
});

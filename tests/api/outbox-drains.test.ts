import { describe, expect, it, onTestFinished, vi } from "vitest";
import { db, transaction } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { LEASE_MS } from "#lib/domain/deliveries/claim";
import { queueEmail } from "#lib/domain/deliveries/queue";
import { workerId } from "#lib/domain/deliveries/workers";
import { retryEmail } from "#lib/domain/emails/retry-email";
import { retryWebhookDelivery } from "#lib/domain/endpoints/retry-delivery";
import { testWebhook } from "#lib/domain/endpoints/test-webhook";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { submitTo } from "#tests/support/contract/intake";
import { Gate } from "#tests/support/drills/gate";
import { contextAt, createOwnForm, createWorkspace } from "#tests/support/factories/factories";
import {
  claimOne,
  queueNotification,
  readDelivery,
  TAKEN_OUT,
} from "#tests/support/factories/outbox-state";
import { createEndpoint, type Endpoint, queueEvent } from "#tests/support/factories/webhook-state";
import { answer } from "#tests/support/twins/receiver";
import { createTestClock, START } from "#tests/support/twins/test-clock";
import { receiver } from "#tests/support/twins/webhook-receiver";

const BUDGET_MS = 40_000;
/** More than one workspace may have in flight. */
const MANY = 100;

/** A clock that passes the budget after this many reads. */
function clockOf(looks: number) {
  const clock = createTestClock(START);
  let left = looks;
  const now = () => {
    left -= 1;
    if (left === 0) clock.advance(BUDGET_MS);
    return clock.now();
  };
  return { ...clock, now };
}

describe("a drain that runs out of time", () => {
  it("stops claiming and leaves the rest to the next drain", async () => {
    const workspace = await createWorkspace({ now: START });
    for (let count = 0; count < MANY; count += 1) await queueNotification(START, workspace);
    const first = await drainOutbox(clockOf(12), BUDGET_MS);
    expect(first).toMatchObject({ dueCount: MANY, lagSeconds: 0, errored: 0 });
    expect(first.claimed).toBeGreaterThan(0);
    expect(first.claimed).toBeLessThan(MANY);
    expect(first.sent, "it finishes its claims").toBe(first.claimed);
    expect(await db().delivery.count({ where: { dueAt: { not: null }, claimToken: null } })).toBe(
      MANY - first.sent,
    );
    const second = await drainOutbox(createTestClock(START), BUDGET_MS);
    expect(second.sent).toBe(MANY - first.sent);
  });

  it("only reports its lag when its budget is zero", async () => {
    await queueNotification(START);
    const late = createTestClock(new Date(START.getTime() + 90_000));
    expect(await drainOutbox(late, 0)).toMatchObject({ claimed: 0, dueCount: 1, lagSeconds: 90 });
    expect(await db().delivery.count({ where: { dueAt: { not: null }, claimToken: null } })).toBe(
      1,
    );
  });
});

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

it("immediately sends the deliveries a dead worker had claimed, and records that it's alive itself", async () => {
  const deliveryId = await claimedBy(7);
  const before = Date.now();
  expect(await drainOutbox(createTestClock(START))).toMatchObject({ claimed: 1, sent: 1 });
  expect(await readDelivery(deliveryId)).toMatchObject({ status: "sent", entry: null });
  const worker = await db().worker.findUniqueOrThrow({ where: { id: workerId() } });
  expect(worker.seenAt.getTime()).toBeGreaterThan(before - 1_000);
});

it("leaves the claims of a living worker until its lease ends", async () => {
  const deliveryId = await claimedBy(5);
  expect(await drainOutbox(createTestClock(START))).toMatchObject({ claimed: 0 });
  expect(await readDelivery(deliveryId)).toMatchObject({ status: "queued" });
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

const HOUR_MS = 3_600_000;
const EARLIER = new Date("2026-11-21T10:00:00Z");

/** Sets this process's clock, and leaves the database's. */
function skewClock(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
}

const contextAhead = ({ workspace }: Endpoint) =>
  contextAt(workspace, new Date(Date.now() + HOUR_MS));

const endWithFailure = (id: string) =>
  db().delivery.updateMany({ where: { id }, data: { ...TAKEN_OUT, status: "failed" } });

describe("a process with a clock an hour ahead", () => {
  it("accepts submissions whose emails are sent without delay", async () => {
    const { form } = await createOwnForm();
    skewClock(HOUR_MS);
    const id = await submitTo(form);
    expect(await drainOutbox()).toMatchObject({ sent: 1 });
    const [delivery] = await db().delivery.findMany({ where: { submissionId: id } });
    expect(delivery?.lastAttemptAt?.getTime()).toBeLessThan(Date.now() - 3_000_000);
  });

  it.each<[string, (endpoint: Endpoint) => Promise<unknown>]>([
    [
      "an email",
      (endpoint) =>
        transaction((tx) =>
          queueEmail(tx, contextAhead(endpoint), {
            to: "owner@example.com",
            data: { kind: "account", link: "https://example.com/", purpose: "password_reset" },
          }),
        ),
    ],
    ["a test event", (endpoint) => testWebhook(contextAhead(endpoint), endpoint.form.id)],
    [
      "the retry of an event",
      async (endpoint) => {
        const { id } = await queueEvent(endpoint, EARLIER);
        await endWithFailure(id);
        await retryWebhookDelivery(contextAhead(endpoint), endpoint.form.id, id);
      },
    ],
    [
      "the retry of an email",
      async (endpoint) => {
        const { submissionId, deliveryId } = await queueNotification(EARLIER, endpoint.workspace);
        await endWithFailure(deliveryId);
        const acknowledged = { acknowledgePossibleDuplicate: true };
        await retryEmail(contextAhead(endpoint), submissionId, deliveryId, acknowledged);
      },
    ],
  ])("queues %s that is sent without delay", async (_what, queue) => {
    await queue(await createEndpoint(EARLIER));
    expect(await drainOutbox()).toMatchObject({ claimed: 1, sent: 1 });
  });
});

it.each([-HOUR_MS, HOUR_MS])(
  "a claim lasts as long as it should if the clock of its process is %d ms off",
  async (offMs) => {
    await queueEvent(await createEndpoint(EARLIER), EARLIER);
    const leases: number[] = [];
    receiver.reply(async (...call) => {
      const rows = await db().$queryRaw<{ ms: number }[]>`
        SELECT extract(epoch FROM due_at - clock_timestamp())::float8 * 1000 AS ms
        FROM deliveries WHERE due_at IS NOT NULL`;
      leases.push(...rows.map(({ ms }) => ms));
      answer(204)(...call);
    });
    skewClock(offMs);
    expect(await drainOutbox()).toMatchObject({ claimed: 1, sent: 1 });
    const [lease] = leases;
    expect(lease).toBeGreaterThan(LEASE_MS / 2);
    expect(lease).toBeLessThanOrEqual(LEASE_MS);
  },
);

import { describe, expect, it, onTestFinished, vi } from "vitest";
import { db, transaction } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { LEASE_MS } from "#lib/domain/deliveries/claim";
import { queueEmail } from "#lib/domain/deliveries/queue";
import { retryEmail } from "#lib/domain/emails/retry-email";
import { retryWebhookDelivery } from "#lib/domain/endpoints/retry-delivery";
import { testWebhook } from "#lib/domain/endpoints/test-webhook";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { submitTo } from "#tests/support/contract/intake";
import { contextAt, createOwnForm } from "#tests/support/factories/factories";
import { createDelivery } from "#tests/support/factories/message-factories";
import {
  claimOne,
  queueNotification,
  readDelivery,
  TAKEN_OUT,
} from "#tests/support/factories/outbox-state";
import { createEndpoint, type Endpoint, queueEvent } from "#tests/support/factories/webhook-state";
import { answer } from "#tests/support/twins/receiver";
import { createTestClock, START } from "#tests/support/twins/test-clock";
import { setUpWebhookReceiver } from "#tests/support/twins/webhook-receiver";

const receiver = await setUpWebhookReceiver();

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
    const { workspace, submissionId } = await queueNotification(START);
    for (let count = 1; count < MANY; count += 1)
      await createDelivery(workspace, { id: submissionId }, { createdAt: START });
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

it("leaves what a killed worker held until its lease ends, and sends it then", async () => {
  const { deliveryId } = await queueNotification(START);
  await claimOne(START);
  const beforeEnd = new Date(START.getTime() + LEASE_MS - 1);
  expect(await drainOutbox(createTestClock(beforeEnd))).toMatchObject({ claimed: 0 });
  expect(await readDelivery(deliveryId)).toMatchObject({ status: "queued" });
  const end = new Date(START.getTime() + LEASE_MS);
  expect(await drainOutbox(createTestClock(end))).toMatchObject({ claimed: 1, sent: 1 });
  expect(await readDelivery(deliveryId)).toMatchObject({ status: "sent", entry: null });
});

it("claims nothing in a name that a process of 1.0.0 could free", async () => {
  const { deliveryId } = await queueNotification(START);
  await db().delivery.updateMany({ where: { id: deliveryId }, data: { claimedBy: newId() } });
  await claimOne(START);
  expect(await db().delivery.findFirst({ where: { id: deliveryId } })).toMatchObject({
    claimedBy: null,
    claimToken: expect.any(String),
  });
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

import { describe, expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { retryWebhookDelivery } from "#lib/domain/endpoints/retry-delivery";
import { saveWebhook } from "#lib/domain/endpoints/save-webhook";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { submitTo } from "#tests/support/contract/intake";
import { contextAt } from "#tests/support/factories/factories";
import { addMember } from "#tests/support/factories/member-factories";
import { TAKEN_OUT } from "#tests/support/factories/outbox-state";
import {
  createEndpoint,
  dueEvent,
  type Endpoint,
  formVersionOf,
  HOOK_URL,
  queueEvent,
  queueTest,
  readEvent,
  readWebhook,
} from "#tests/support/factories/webhook-state";
import { answer } from "#tests/support/twins/receiver";
import { createTestClock, START } from "#tests/support/twins/test-clock";
import { setUpWebhookReceiver } from "#tests/support/twins/webhook-receiver";

const receiver = await setUpWebhookReceiver();

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
type TestClock = ReturnType<typeof createTestClock>;

async function healthOf(endpoint: Endpoint): Promise<string> {
  return (await readWebhook(endpoint)).health;
}

async function retry({ workspace, form }: Endpoint, deliveryId: string, clock: TestClock) {
  await retryWebhookDelivery(contextAt(workspace, clock.now()), form.id, deliveryId);
  return drainOutbox(clock);
}

describe("webhook health", () => {
  it("is suspended after a 410, which fails the delivery", async () => {
    const { clock, endpoint, event } = await dueEvent();
    const before = await readWebhook(endpoint);
    receiver.reply(answer(410, "gone", { "retry-after": "60" }));
    expect(await drainOutbox(clock)).toMatchObject({ failed: 1 });
    expect(await readEvent(event.id)).toMatchObject({
      status: "failed",
      failureReason: "endpoint_gone",
      nextAttemptAt: null,
      entry: null,
      attempts: [{ outcome: "http_error", responseStatus: 410, responseBody: "gone" }],
    });
    const { enabled, revision, updatedAt } = before;
    const kept = { enabled, revision, updatedAt };
    expect(await readWebhook(endpoint)).toMatchObject({ health: "suspended", ...kept });
  });

  it("counts failures in a row, and is suspended by the tenth after five days", async () => {
    const clock = createTestClock(START);
    const endpoint = await createEndpoint(START);
    receiver.reply(answer(500));
    await queueEvent(endpoint, START);
    await drainOutbox(clock);
    const counted = { failuresInRow: 1, failingSince: START };
    expect(await readWebhook(endpoint)).toMatchObject({ health: "healthy", ...counted });
    const where = { id: endpoint.webhook.id };
    await db().webhook.updateMany({ where, data: { health: "failing", failuresInRow: 9 } });
    clock.advance(5 * DAY_MS);
    await drainOutbox(clock);
    expect(await readWebhook(endpoint)).toMatchObject({ health: "suspended", failuresInRow: 10 });
  });

  it("is healthy again after a save or a successful test or retry", async () => {
    const clock = createTestClock(START);
    const endpoint = await createEndpoint(START);
    const suspend = async () => {
      receiver.replyNext(answer(410));
      const event = await queueEvent(endpoint, clock.now());
      await drainOutbox(clock);
      expect(await healthOf(endpoint)).toBe("suspended");
      clock.advance(60_000);
      return event;
    };
    await suspend();
    await queueTest(endpoint, clock.now());
    await drainOutbox(clock);
    expect(await healthOf(endpoint)).toBe("healthy");
    const { id } = await suspend();
    await retry(endpoint, id, clock);
    expect(await readEvent(id)).toMatchObject({ status: "delivered" });
    expect(await healthOf(endpoint)).toBe("healthy");
    await suspend();
    const { workspace, form, webhook } = endpoint;
    const input = { url: HOOK_URL, enabled: true, revision: webhook.revision };
    await saveWebhook(contextAt(workspace, clock.now()), form.id, input);
    expect(await healthOf(endpoint)).toBe("healthy");
  });

  it("changes the form's version only when a suspension starts or ends", async () => {
    const clock = createTestClock(START);
    const endpoint = await createEndpoint(START);
    const version = await formVersionOf(endpoint);
    receiver.replyNext(answer(500));
    await queueTest(endpoint, START);
    await drainOutbox(clock);
    expect(await formVersionOf(endpoint)).toBe(version);
    receiver.replyNext(answer(410), answer(410));
    await queueTest(endpoint, START);
    await queueTest(endpoint, START);
    await drainOutbox(clock);
    expect(await formVersionOf(endpoint)).toBe(version + 1);
    await queueTest(endpoint, START);
    await drainOutbox(clock);
    expect(await healthOf(endpoint)).toBe("healthy");
    expect(await formVersionOf(endpoint)).toBe(version + 2);
  });
});

it("a manual retry makes one attempt with the same ID and bytes", async () => {
  const { clock, endpoint, event } = await dueEvent();
  const ended = { ...TAKEN_OUT, status: "failed" };
  await db().delivery.updateMany({ where: { id: event.id }, data: ended });
  clock.advance(DAY_MS);
  receiver.reply(answer(500));
  expect(await retry(endpoint, event.id, clock)).toMatchObject({ failed: 1 });
  expect(await readEvent(event.id)).toMatchObject({
    status: "failed",
    failureReason: "attempts_exhausted",
    entry: null,
    attempts: [{ number: 1, trigger: "manual" }],
  });
  clock.advance(DAY_MS);
  receiver.reply(answer(204));
  expect(await retry(endpoint, event.id, clock)).toMatchObject({ sent: 1 });
  expect(await readEvent(event.id)).toMatchObject({ status: "delivered", failureReason: null });
  expect(new Set(receiver.received.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
});

/** Sends due events, and then the notices that result. */
async function drain(clock: TestClock) {
  await drainOutbox(clock);
  await drainOutbox(clock);
}

/** A workspace's captured notices, oldest first. */
async function noticesOf({ workspace }: Endpoint) {
  const emails = await db().capturedEmail.findMany({
    where: { workspaceId: workspace.id, kind: "webhook_notice" },
    orderBy: { id: "asc" },
  });
  return emails.map(({ to, subject, text }) => ({ to, subject, text }));
}

async function sendTest(endpoint: Endpoint, clock: TestClock) {
  await queueTest(endpoint, clock.now());
  await drain(clock);
}

it("emails every owner when an endpoint responds with 410 and when it recovers", async () => {
  const clock = createTestClock(START);
  const endpoint = await createEndpoint(START, { url: `${HOOK_URL}?key=secret` });
  const { workspace } = endpoint;
  const { email: second } = (await addMember(workspace, "owner")).user;
  receiver.replyNext(answer(410));
  await queueEvent(endpoint, START);
  await drain(clock);
  const gone = await noticesOf(endpoint);
  expect(gone.map(({ to }) => to).toSorted()).toEqual([second, workspace.user.email].toSorted());
  expect(gone[0]?.subject).toBe("The webhook for “Contact” is suspended");
  expect(gone[0]?.text).toContain("receiver.example.com responded with 410 Gone");
  expect(gone[0]?.text, "the URL may carry secrets").not.toContain("secret");
  clock.advance(60_000);
  await sendTest(endpoint, clock);
  expect((await noticesOf(endpoint)).at(-1)?.subject).toBe(
    "The webhook for “Contact” has recovered",
  );
});

it("sends one notice when an endpoint starts failing and one when it recovers", async () => {
  const clock = createTestClock(START);
  const endpoint = await createEndpoint(START);
  receiver.reply(answer(500));
  for (let count = 0; count < 5; count += 1) await sendTest(endpoint, clock);
  receiver.reply(answer(204));
  for (let count = 0; count < 3; count += 1) await sendTest(endpoint, clock);
  expect((await noticesOf(endpoint)).map(({ subject }) => subject)).toEqual([
    "The webhook for “Contact” is failing",
    "The webhook for “Contact” has recovered",
  ]);
});

it("limits notices about an endpoint that keeps failing and recovering", async () => {
  const clock = createTestClock(START);
  const endpoint = await createEndpoint(START);
  for (let count = 0; count < 20; count += 1) {
    receiver.replyNext(answer(count % 2 === 0 ? 410 : 204));
    await sendTest(endpoint, clock);
    clock.advance(60_000);
  }
  expect(await noticesOf(endpoint)).toHaveLength(6);
  clock.advance(86_400_000);
  receiver.replyNext(answer(410));
  await sendTest(endpoint, clock);
  expect(await noticesOf(endpoint)).toHaveLength(7);
});

it("intake immediately applies an endpoint's suspension and recovery", async () => {
  const clock = createTestClock(new Date());
  const endpoint = await createEndpoint(clock.now());
  const post = async () => {
    const submissionId = await submitTo(endpoint.form);
    return db().delivery.findFirstOrThrow({ where: { channel: "webhook", submissionId } });
  };
  expect(await post()).toMatchObject({ status: "queued" });
  receiver.replyNext(answer(410));
  clock.advance(60_000);
  await drain(clock);
  expect(await post()).toMatchObject({ status: "failed", failureReason: "endpoint_suspended" });
  await sendTest(endpoint, clock);
  expect(await post()).toMatchObject({ status: "queued", failureReason: null });
});

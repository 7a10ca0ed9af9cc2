import { expect, test } from "vitest";
import { db } from "#lib/db/database";
import { drainOutbox } from "#lib/jobs/drain-outbox";
import { postVisit } from "#tests/support/contract/intake";
import { addMember } from "#tests/support/factories/member-factories";
import {
  createEndpoint,
  type Endpoint,
  HOOK_URL,
  queueEvent,
  queueTest,
} from "#tests/support/factories/webhook-state";
import { answer } from "#tests/support/twins/receiver";
import { createTestClock, START } from "#tests/support/twins/test-clock";
import { receiver } from "#tests/support/twins/webhook-receiver";

type TestClock = ReturnType<typeof createTestClock>;

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

test("emails every owner when an endpoint responds with 410 and when it recovers", async () => {
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

test("sends one notice when an endpoint starts failing and one when it recovers", async () => {
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

test("limits notices about an endpoint that keeps failing and recovering", async () => {
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

test("intake immediately applies an endpoint's suspension and recovery", async () => {
  const clock = createTestClock(new Date());
  const endpoint = await createEndpoint(clock.now());
  const post = async () => {
    const response = await postVisit(endpoint.form.publicKey, { json: { message: "Hello" } });
    const { data } = (await response.json()) as { data: { id: string } };
    return db().delivery.findFirstOrThrow({ where: { channel: "webhook", submissionId: data.id } });
  };
  expect(await post()).toMatchObject({ status: "queued" });
  receiver.replyNext(answer(410));
  clock.advance(60_000);
  await drain(clock);
  expect(await post()).toMatchObject({ status: "failed", failureReason: "endpoint_suspended" });
  await sendTest(endpoint, clock);
  expect(await post()).toMatchObject({ status: "queued", failureReason: null });
});

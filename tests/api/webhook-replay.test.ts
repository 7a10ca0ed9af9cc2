import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { replayWebhook } from "#lib/domain/endpoints/replay-webhook";
import { saveWebhook } from "#lib/domain/endpoints/save-webhook";
import { MAX_REPLAYED, WebhookReplay } from "#lib/domain/endpoints/schema";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { callApi, dataOf, errorOf, invalidPaths } from "#tests/support/contract/api";
import { cutOff, holdLocks } from "#tests/support/drills/lock-waits";
import { contextAt, createForm, createToken } from "#tests/support/factories/factories";
import { createWebhookDelivery } from "#tests/support/factories/integration-factories";
import { createSubmission } from "#tests/support/factories/message-factories";
import { createEndpoint, type Endpoint, queueEvent } from "#tests/support/factories/webhook-state";
import { answer } from "#tests/support/twins/receiver";
import { createTestClock, START } from "#tests/support/twins/test-clock";
import { receiver } from "#tests/support/twins/webhook-receiver";

const HOUR_MS = 3_600_000;
const PERIOD = { from: START.getTime() - HOUR_MS, to: START.getTime() + HOUR_MS };
const later = (minutes: number) => new Date(START.getTime() + minutes * 60_000);

function replay({ workspace, form }: Endpoint, input = {}, now = later(5)) {
  const period = { ...PERIOD, status: "undelivered" as const, ...input };
  return replayWebhook(contextAt(workspace, now), form.id, period);
}

function deliveriesOf(submissionId: string) {
  return db().delivery.findMany({
    where: { submissionId, channel: "webhook" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

/** A submission whose event ended like this. */
async function withEvent({ workspace, form, webhook }: Endpoint, status: "delivered" | "failed") {
  const submission = await createSubmission(workspace, form, { receivedAt: START });
  await createWebhookDelivery(workspace, form, webhook, { submission, status, createdAt: START });
  return submission.id;
}

test("events cancelled by a corrected URL are sent to the new one, with the same IDs and bytes", async () => {
  const endpoint = await createEndpoint(START);
  const { submissionId } = await queueEvent(endpoint, START);
  const { workspace, form, webhook } = endpoint;
  const change = { url: "https://corrected.example.com/hook", enabled: true };
  const ctx = contextAt(workspace, later(1));
  const saved = await saveWebhook(ctx, form.id, { ...change, revision: webhook.revision });
  expect(await replay(endpoint)).toEqual({ queued: 1 });
  const [first, second, ...more] = await deliveriesOf(submissionId);
  expect(more).toEqual([]);
  expect(first).toMatchObject({ status: "cancelled", failureReason: "revision_changed" });
  expect(second).toMatchObject({
    status: "queued",
    revision: saved.revision,
    dedupeKey: first?.dedupeKey,
    body: first?.body,
    seriesTrigger: "replay",
  });
});

test("undelivered leaves out events that arrived or are still queued; all leaves out queued ones", async () => {
  const endpoint = await createEndpoint(START);
  const arrived = await withEvent(endpoint, "delivered");
  const failed = await withEvent(endpoint, "failed");
  const { submissionId: queued } = await queueEvent(endpoint, START);
  expect(await replay(endpoint)).toEqual({ queued: 1 });
  expect(await deliveriesOf(failed)).toMatchObject([{ status: "failed" }, { status: "queued" }]);
  expect(await replay(endpoint, { status: "all" }, later(7))).toEqual({ queued: 1 });
  expect(await deliveriesOf(arrived)).toMatchObject([
    { status: "delivered" },
    { status: "queued" },
  ]);
  expect(await deliveriesOf(queued)).toHaveLength(1);
});

test("leaves out spam, other forms, and submissions received outside the period", async () => {
  const endpoint = await createEndpoint(START);
  const { workspace } = endpoint;
  const spam = await withEvent(endpoint, "failed");
  await updateSubmission(workspace.ctx, spam, { folder: "spam" });
  const other = await createForm(workspace);
  await createSubmission(workspace, other, { receivedAt: START });
  for (const ms of [PERIOD.from - 1, PERIOD.to])
    await createSubmission(workspace, endpoint.form, { receivedAt: new Date(ms) });
  expect(await replay(endpoint, { status: "all" })).toEqual({ queued: 0 });
});

test("makes an event for a submission that came before the webhook", async () => {
  const endpoint = await createEndpoint(START);
  const fields = { message: "early" };
  const { id } = await createSubmission(endpoint.workspace, endpoint.form, {
    receivedAt: START,
    fields,
  });
  expect(await replay(endpoint)).toEqual({ queued: 1 });
  const [event] = await deliveriesOf(id);
  expect(JSON.parse(event?.body ?? "")).toMatchObject({
    id: event?.dedupeKey,
    type: "submission.created",
    timestamp: START.toISOString(),
    data: { submission: { id, receivedAt: START.getTime(), fields, attachments: [] } },
  });
});

test("its attempts are replays and follow the automatic schedule", async () => {
  const endpoint = await createEndpoint(START);
  receiver.replyNext(answer(500));
  const id = await withEvent(endpoint, "failed");
  await replay(endpoint);
  await drainOutbox(createTestClock(later(6)));
  const [, delivery] = await deliveriesOf(id);
  expect(delivery).toMatchObject({ status: "retrying" });
  const attempts = await db().attempt.findMany({ where: { deliveryId: delivery?.id ?? "" } });
  expect(attempts).toMatchObject([{ trigger: "replay", number: 1 }]);
});

test("a period is limited to 31 days and 1,000 events, and a form to one replay per minute", async () => {
  const endpoint = await createEndpoint(START);
  const { workspace, form } = endpoint;
  const token = await createToken(workspace, { scopes: ["submissions:write"] });
  const post = (body: object) =>
    callApi("POST", `/v1/forms/${form.id}/webhook/replay`, { token, body });
  const days = (count: number) => ({ from: 0, to: count * 86_400_000, status: "all" });
  expect(invalidPaths(await post({ ...days(31), to: days(31).to + 1 }))).toEqual(["to"]);
  const far = { from: 9_007_199_254_000_000, to: 9_007_199_254_000_001, status: "all" };
  expect(invalidPaths(await post(far))).toEqual(["from", "to"]);
  expect(invalidPaths(await post({ from: 5, to: 5, status: "all" }))).toEqual(["to"]);
  expect(MAX_REPLAYED).toBe(1_000);
  const { id: first } = await createSubmission(workspace, form, { receivedAt: START });
  const row = await db().submission.findFirstOrThrow({ where: { id: first } });
  const copies = Array.from({ length: MAX_REPLAYED }, () => ({ ...row, id: newId() }));
  await db().submission.createMany({ data: copies as never });
  const all = { ...PERIOD, status: "all" };
  expect(invalidPaths(await post(all))).toEqual(["to"]);
  await db().submission.delete({
    where: { workspaceId_id: { workspaceId: workspace.id, id: first } },
  });
  expect(dataOf(await post(all), 202, WebhookReplay)).toEqual({ queued: MAX_REPLAYED });
  const again = await post(all);
  errorOf(again, "retry_cooldown");
  expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("a replay cut off halfway keeps what it queued, and the next one queues the rest", async () => {
  const endpoint = await createEndpoint(START);
  const { workspace, form } = endpoint;
  // Two of them fit into a batch.
  const fields = { message: "x".repeat(200_000) };
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const receivedAt = new Date(START.getTime() + n);
    ids.push((await createSubmission(workspace, form, { fields, receivedAt })).id);
  }
  const queued = () => db().delivery.findMany({ where: { submissionId: { in: ids } } });
  const holder = await holdLocks("SELECT FROM submissions WHERE id = $1 FOR UPDATE", [ids.at(-1)]);
  const replaying = replay(endpoint);
  await Promise.all([cutOff(holder, replaying), expect(replaying).rejects.toThrow()]);
  const before = await queued();
  expect(before.map(({ submissionId }) => submissionId).toSorted()).toEqual(ids.slice(0, 4));
  expect(await replay(endpoint, {}, later(7))).toEqual({ queued: 1 });
  const after = await queued();
  expect(after.map(({ submissionId }) => submissionId).toSorted()).toEqual(ids);
  expect(after.map(({ dedupeKey }) => dedupeKey)).toEqual(
    expect.arrayContaining(before.map(({ dedupeKey }) => dedupeKey)),
  );
});

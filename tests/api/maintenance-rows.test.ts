import { expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import { listWebhookDeliveries } from "#lib/domain/endpoints/list-deliveries";
import { deleteWebhook } from "#lib/domain/endpoints/save-webhook";
import { contextAt, createOwnForm, createWorkspace } from "#tests/support/factories/factories";
import {
  createWebhook,
  createWebhookDelivery,
} from "#tests/support/factories/integration-factories";
import { afterStart, maintain } from "#tests/support/factories/maintain";
import {
  createCapturedEmail,
  createDelivery,
  createSubmission,
  queuedRow,
} from "#tests/support/factories/message-factories";
import { START } from "#tests/support/twins/test-clock";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

it("deletes rows when they expire, and not before", async () => {
  const { workspace, recipient, form } = await createOwnForm();
  const { user, id: workspaceId } = workspace;
  const [userId, formId] = [user.id, form.id];
  const hash = () => sha256(newId());
  for (const at of [START, afterStart(1)]) {
    const key = { key: newId(), contentHash: hash(), submissionId: newId(), receivedAt: START };
    await db().idempotencyKey.create({ data: { workspaceId, formId, ...key, expiresAt: at } });
    const session = { id: newId(), userId, workspaceId, createdAt: START, lastSeenAt: START };
    await db().session.create({ data: { ...session, expiresAt: at } });
    const dayEarlier = new Date(at.getTime() - DAY_MS);
    await db().countedEvent.create({ data: { id: newId(), bucket: form.id, at: dayEarlier } });
    const weekEarlier = new Date(at.getTime() - 7 * DAY_MS);
    const link = { createdAt: weekEarlier, expiresAt: weekEarlier };
    const reset = { id: newId(), userId, tokenHash: hash(), ...link };
    await db().passwordReset.create({ data: reset });
    const challenge = { challengeHash: hash(), purpose: "sign_in", expiresAt: at };
    await db().passkeyChallenge.create({ data: challenge });
    await db().usedChallenge.create({
      data: { workspaceId, formId, digest: hash(), expiresAt: at },
    });
    const verification = { id: newId(), recipientId: recipient.id, tokenHash: hash(), ...link };
    await db().recipientVerification.create({ data: { workspaceId, ...verification } });
    const rejection = { minute: weekEarlier, code: "form_paused", origin: "", count: 1 };
    await db().rejectedSubmission.create({
      data: { workspaceId, formId, ...rejection, lastAt: weekEarlier },
    });
  }
  expect(await maintain()).toMatchObject({
    idempotencyKeys: 1,
    sessions: 1,
    countedEvents: 1,
    passwordResets: 1,
    passkeyChallenges: 1,
    usedChallenges: 1,
    verifications: 1,
    rejections: 1,
    failures: 0,
  });
  expect(await db().idempotencyKey.count({ where: { formId } })).toBe(1);
  expect(await db().session.count({ where: { userId } })).toBe(1);
  expect(await db().rejectedSubmission.count({ where: { formId } })).toBe(1);
  expect(await maintain(afterStart(1))).toMatchObject({ sessions: 1, rejections: 1 });
});

it("keeps captured emails and emails without a submission for 30 days", async () => {
  const { id: workspaceId } = await createWorkspace({ now: START });
  const created = (days: number, ms = 0) => new Date(START.getTime() - days * DAY_MS + ms);
  for (const createdAt of [created(30), created(30, 1)]) {
    await createCapturedEmail({ id: workspaceId }, { kind: "verification", createdAt });
    for (const status of ["delivered", "failed", "queued"])
      await db().delivery.create({
        data: {
          ...queuedRow(workspaceId, createdAt),
          status,
          dueAt: status === "queued" ? createdAt : null,
        },
      });
  }
  expect(await maintain()).toMatchObject({ capturedEmails: 1, notices: 2, failures: 0 });
  expect(await db().capturedEmail.count({ where: { workspaceId } })).toBe(1);
  expect(await db().delivery.count({ where: { channel: "email", workspaceId } })).toBe(4);
});

it("keeps a submission's emails as long as the submission", async () => {
  const { workspace, form } = await createOwnForm({ now: START });
  const receivedAt = new Date(START.getTime() - 90 * DAY_MS);
  const submission = await createSubmission(workspace, form, { receivedAt });
  await createDelivery(workspace, submission, { status: "sent", createdAt: receivedAt });
  await maintain();
  expect(await db().delivery.count({ where: { submissionId: submission.id } })).toBe(1);
});

it("folds the usage slots of past days and leaves today's and the totals alone", async () => {
  const workspace = await createWorkspace({ now: START });
  const today = new Date(START.toISOString().slice(0, 10));
  const yesterday = new Date(today.getTime() - DAY_MS);
  const counts = { accepted: 2, spam: 1 };
  for (const day of [yesterday, today])
    for (const slot of [0, 3, 15])
      await db().usageSlot.create({ data: { workspaceId: workspace.id, day, slot, ...counts } });
  expect(await maintain()).toMatchObject({ usageSlots: 2, failures: 0 });
  const rows = await db().usageSlot.findMany({
    where: { workspaceId: workspace.id },
    orderBy: [{ day: "asc" }, { slot: "asc" }],
  });
  expect(rows).toMatchObject([
    { day: yesterday, slot: 0, accepted: 6, spam: 3 },
    { day: today, slot: 0, ...counts },
    { day: today, slot: 3, ...counts },
    { day: today, slot: 15, ...counts },
  ]);
});

/** A webhook with this many delivered events. */
async function createEvents(count: number) {
  const { workspace, form } = await createOwnForm();
  const webhook = await createWebhook(workspace, form);
  const template = {
    workspaceId: workspace.id,
    webhookId: webhook.id,
    revision: webhook.revision,
    channel: "webhook",
    kind: "webhook.test",
    concurrencyKey: webhook.id,
    status: "delivered",
    seriesTrigger: "test",
    body: "{}",
    createdAt: START,
  };
  await db().delivery.createMany({
    data: Array.from({ length: count }, () => ({ ...template, id: newId(), dedupeKey: newId() })),
  });
  const ctx = contextAt(workspace, START);
  const left = () => db().delivery.count({ where: { webhookId: webhook.id } });
  const rows = () => db().webhook.count({ where: { id: webhook.id } });
  return { workspace, form, webhook, ctx, left, rows };
}

it("deliveries of a deleted webhook are hidden immediately and deleted later", async () => {
  const { form, ctx, left, rows } = await createEvents(2_500);
  const kept = await createEvents(3);
  await deleteWebhook(ctx, form.id);
  expect(await left()).toBe(1_500);
  const page = await listWebhookDeliveries(ctx, form.id, { limit: 50 });
  expect(page).toEqual({ data: [], nextCursor: null });
  const counts = await Promise.all([maintain(), maintain()]);
  const deleted = counts.reduce((sum, { webhookDeliveries = 0 }) => sum + webhookDeliveries, 0);
  expect(deleted).toBe(1_500);
  expect(await left()).toBe(0);
  expect(await rows(), "a submission in progress may still reference it").toBe(1);
  await maintain(afterStart(HOUR_MS));
  expect(await rows()).toBe(0);
  expect([await kept.left(), await kept.rows()]).toEqual([3, 1]);
});

it("keeps test events for 30 days, and other events as long as their submission", async () => {
  const { workspace, form, webhook } = await createEvents(0);
  const createdAt = new Date(START.getTime() - 30 * 24 * HOUR_MS);
  const old = await createSubmission(workspace, form, { receivedAt: createdAt });
  const about = { submission: old, createdAt };
  const event = await createWebhookDelivery(workspace, form, webhook, about);
  const make = (status: "delivered" | "failed" | "queued", at: Date) =>
    createWebhookDelivery(workspace, form, webhook, { status, createdAt: at });
  await make("delivered", createdAt);
  await make("failed", createdAt);
  const waiting = await make("queued", createdAt);
  const young = await make("delivered", new Date(createdAt.getTime() + 1));
  expect(await maintain()).toMatchObject({ webhookTests: 2, failures: 0 });
  const left = await db().delivery.findMany({ where: { webhookId: webhook.id } });
  expect(left.map(({ id }) => id).sort()).toEqual([event.id, waiting.id, young.id].sort());
});

import { expect, test } from "vitest";
import { byId, db } from "#lib/adapters/db/database";
import { getDeliveryOverview, isTroubled } from "#lib/domain/submissions/delivery-overview";
import {
  countFailed,
  findFailingForms,
  listFailed,
  needsAttention,
  retryFailedBatch,
} from "#lib/domain/submissions/failed-deliveries";
import { listInbox } from "#lib/domain/submissions/inbox/list-submissions";
import type { Folder } from "#lib/domain/submissions/schema";
import { createDestinationDelivery } from "#tests/support/factories/destination-factories";
import {
  contextAt,
  createForm,
  createOwnForm,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import {
  createWebhook,
  createWebhookDelivery,
} from "#tests/support/factories/integration-factories";
import { createDelivery, createSubmission } from "#tests/support/factories/message-factories";

const HOUR = 60 * 60_000;
const ago = (ms: number) => new Date(Date.now() - ms);

/** A message with one ended notification. */
async function ended(
  workspace: Workspace,
  formId: string,
  status: "failed" | "uncertain" | "sent",
  { folder = "inbox" as Folder, at = ago(HOUR) } = {},
) {
  const message = await createSubmission(workspace, { id: formId }, { folder });
  const { id } = await createDelivery(workspace, message, { status });
  await db().delivery.updateMany({ where: { id }, data: { createdAt: at, lastAttemptAt: at } });
  return message;
}

test("deliveries that failed or may not have arrived are listed, the latest first, and delivered ones aren't", async () => {
  const { workspace, form } = await createOwnForm();
  await ended(workspace, form.id, "sent");
  const failed = await ended(workspace, form.id, "failed", { at: ago(3 * HOUR) });
  const uncertain = await ended(workspace, form.id, "uncertain", { at: ago(2 * HOUR) });
  await ended(workspace, form.id, "failed", { folder: "spam" });
  const { data } = await listFailed(workspace.ctx, {});
  expect(data.map(({ submissionId }) => submissionId)).toEqual([uncertain.id, failed.id]);
  expect(data[0]).toMatchObject({ formName: "Contact", kind: "notification", status: "uncertain" });
  expect(await countFailed(workspace.ctx, {})).toEqual({ failed: 1, uncertain: 1, retrying: 0 });
  expect((await listFailed(workspace.ctx, { status: "failed" })).data).toHaveLength(1);
  expect((await listFailed(workspace.ctx, { kind: "submission.created" })).data).toEqual([]);
});

test("failed deliveries of an expired message are neither listed, nor counted, nor need attention", async () => {
  const { workspace, form } = await createOwnForm();
  const { ctx } = workspace;
  const { id } = await ended(workspace, form.id, "failed");
  const keepUntil = (expiresAt: Date) =>
    db().submission.update({ where: byId(ctx, id), data: { expiresAt } });
  await keepUntil(new Date(ctx.now.getTime() + HOUR));
  expect((await listFailed(ctx, {})).data).toHaveLength(1);
  await keepUntil(ctx.now);
  expect((await listFailed(ctx, {})).data).toEqual([]);
  expect(await countFailed(ctx, {})).toEqual({ failed: 0, uncertain: 0, retrying: 0 });
  expect(await needsAttention(ctx)).toBe(false);
});

test("failed events are counted and retried per endpoint of a form", async () => {
  const workspace = await createWorkspace();
  const { form, destination, deliveryId } = await createDestinationDelivery(workspace);
  const data = { lastAttemptAt: ago(HOUR) };
  await db().delivery.update({ where: byId(workspace.ctx, deliveryId), data });
  const webhook = await createWebhook(workspace, form);
  const only = (endpointId: string) => ({ formId: form.id, endpointId });
  expect(await countFailed(workspace.ctx, only(webhook.id))).toMatchObject({ failed: 0 });
  expect(await countFailed(workspace.ctx, only(destination.id))).toMatchObject({ failed: 1 });
  const retry = (endpointId: string) =>
    retryFailedBatch(workspace.ctx, { ...only(endpointId), acknowledgePossibleDuplicate: false });
  expect(await retry(webhook.id)).toMatchObject({ retried: 0 });
  expect(await retry(destination.id)).toMatchObject({ retried: 1 });
});

test("failures of the last week need attention, as does an endpoint that fails", async () => {
  const { workspace, form } = await createOwnForm();
  expect(await needsAttention(workspace.ctx)).toBe(false);
  await ended(workspace, form.id, "failed", { at: ago(8 * 24 * HOUR) });
  expect(await needsAttention(workspace.ctx)).toBe(false);
  await createForm(workspace, { name: "Without a failure" });
  await ended(workspace, form.id, "failed", { at: ago(6 * 24 * HOUR) });
  expect(await needsAttention(workspace.ctx)).toBe(true);
  expect([...(await findFailingForms(workspace.ctx))]).toEqual([form.id]);

  const other = await createOwnForm();
  const webhook = await createWebhook(other.workspace, other.form);
  expect(await needsAttention(other.workspace.ctx)).toBe(false);
  await db().webhook.updateMany({ where: { id: webhook.id }, data: { health: "failing" } });
  expect(await needsAttention(other.workspace.ctx)).toBe(true);
});

test("all that matches is retried page by page, and what can't be is left as it is", async () => {
  const { workspace, form } = await createOwnForm();
  const webhook = await createWebhook(workspace, form);
  for (let at = 0; at < 26; at++) {
    const submission = await createSubmission(workspace, form);
    await createWebhookDelivery(workspace, form, webhook, {
      submission,
      status: "failed",
      createdAt: ago(HOUR + at * 1000),
    });
  }
  const recent = await createSubmission(workspace, form);
  await createWebhookDelivery(workspace, form, webhook, { submission: recent, status: "failed" });
  const query = { kind: "submission.created", acknowledgePossibleDuplicate: false } as const;
  const first = await retryFailedBatch(workspace.ctx, query);
  expect(first).toMatchObject({ retried: 24, skipped: 1 });
  const rest = await retryFailedBatch(workspace.ctx, { ...query, cursor: first.nextCursor ?? "" });
  expect(rest).toEqual({ retried: 2, skipped: 0, nextCursor: null });
  // A minute after its last attempt, so it's still listed.
  expect((await listFailed(workspace.ctx, {})).data).toMatchObject([{ submissionId: recent.id }]);
});

test("an uncertain email is retried only if its sender accepts that it may arrive twice", async () => {
  const { workspace, form } = await createOwnForm();
  await ended(workspace, form.id, "uncertain");
  const ctx = contextAt(workspace, new Date());
  expect(await retryFailedBatch(ctx, { acknowledgePossibleDuplicate: false })).toMatchObject({
    retried: 0,
    skipped: 1,
  });
  expect(await countFailed(ctx, {})).toEqual({ failed: 0, uncertain: 1, retrying: 0 });
});

test("a message shows that a delivery failed until it's retried, and the inbox filters by it", async () => {
  const { workspace, form } = await createOwnForm();
  const fine = await ended(workspace, form.id, "sent");
  const failed = await ended(workspace, form.id, "failed");
  const list = (query: { failed?: "true" }) =>
    listInbox(workspace.ctx, { folder: "inbox", limit: 25, ...query });
  const marks = new Map((await list({})).data.map(({ id, hasFailed }) => [id, hasFailed]));
  expect(Object.fromEntries(marks)).toEqual({ [fine.id]: false, [failed.id]: true });
  expect((await list({ failed: "true" })).data.map(({ id }) => id)).toEqual([failed.id]);
  await db().delivery.updateMany({
    where: { submissionId: failed.id },
    data: { status: "queued", dueAt: new Date() },
  });
  expect((await list({ failed: "true" })).data).toEqual([]);
});

test("the overview counts per form and kind what failed and waits, and when the last one was delivered", async () => {
  const { workspace, form } = await createOwnForm();
  const webhook = await createWebhook(workspace, form);
  await ended(workspace, form.id, "failed", { at: ago(3 * HOUR) });
  await ended(workspace, form.id, "sent", { at: ago(2 * HOUR) });
  const submission = await createSubmission(workspace, form);
  await createWebhookDelivery(workspace, form, webhook, { submission, status: "retrying" });
  await db().webhook.updateMany({
    where: { id: webhook.id },
    data: { health: "failing", failuresInRow: 17, failingSince: ago(HOUR) },
  });
  expect(await getDeliveryOverview(workspace.ctx)).toMatchObject([
    { kind: "notification", failed: 1, waiting: 0, lastDeliveredAt: expect.any(Number) },
    {
      kind: "submission.created",
      failed: 0,
      waiting: 1,
      lastDeliveredAt: null,
      webhook: { health: "failing", failuresInRow: 17 },
    },
  ]);
});

test("the overview tells a form's destinations apart from its webhook", async () => {
  const workspace = await createWorkspace();
  const { form, destination } = await createDestinationDelivery(workspace);
  const webhook = await createWebhook(workspace, form);
  const submission = await createSubmission(workspace, form);
  await createWebhookDelivery(workspace, form, webhook, { submission, status: "retrying" });
  const states = await getDeliveryOverview(workspace.ctx);
  expect(states.filter(({ kind }) => kind === "submission.created")).toMatchObject([
    { destination: null, failed: 0, waiting: 1 },
    { destination: { id: destination.id, name: destination.name }, failed: 1, waiting: 0 },
  ]);
});

test("an event that waits after a failed attempt is trouble at once: on its message, its form, and among the deliveries", async () => {
  const { workspace, form } = await createOwnForm();
  const webhook = await createWebhook(workspace, form);
  const submission = await createSubmission(workspace, form);
  const waiting = { submission, status: "queued", createdAt: ago(HOUR) } as const;
  const { id } = await createWebhookDelivery(workspace, form, webhook, waiting);
  const { ctx } = workspace;
  const read = async () => ({
    marks: (await listInbox(ctx, { folder: "inbox", limit: 25 })).data.map((row) => row.hasFailed),
    filtered: (await listInbox(ctx, { folder: "inbox", limit: 25, failed: "true" })).data.length,
    needed: await needsAttention(ctx),
    forms: [...(await findFailingForms(ctx))],
    counts: await countFailed(ctx, {}),
    troubled: (await getDeliveryOverview(ctx)).filter(isTroubled).length,
  });
  const counts = { failed: 0, uncertain: 0, retrying: 0 };
  const fine = { marks: [false], filtered: 0, needed: false, forms: [], counts, troubled: 0 };
  expect(await read()).toEqual(fine);
  await db().delivery.update({
    where: byId(ctx, id),
    data: { status: "retrying", attemptCount: 1, lastAttemptAt: ago(HOUR) },
  });
  expect(await read()).toEqual({
    marks: [true],
    filtered: 1,
    needed: true,
    forms: [form.id],
    counts: { ...counts, retrying: 1 },
    troubled: 1,
  });
  const query = { kind: "submission.created", status: "retrying" } as const;
  expect((await listFailed(ctx, query)).data).toMatchObject([{ id, status: "retrying" }]);
  expect((await listFailed(ctx, { ...query, kind: "slack" })).data).toEqual([]);
  const retry = { ...query, acknowledgePossibleDuplicate: false };
  expect(await retryFailedBatch(ctx, retry)).toMatchObject({ retried: 1 });
});

import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { countDeliveries, listDeliveryLog } from "#lib/domain/endpoints/list-deliveries";
import { deleteWebhook } from "#lib/domain/endpoints/save-webhook";
import { WebhookDelivery, WebhookDeliveryItem } from "#lib/domain/endpoints/schema";
import { callApi, dataOf, errorOf, pageOfAnswer, readPages } from "#tests/support/contract/api";
import { createForm, createOwnForm, createWorkspace } from "#tests/support/factories/factories";
import {
  createWebhook,
  createWebhookDelivery,
} from "#tests/support/factories/integration-factories";
import { createSubmission } from "#tests/support/factories/message-factories";
import { createAttempt } from "#tests/support/factories/outbox-state";

async function setUp() {
  const { workspace, token, form } = await createOwnForm();
  const webhook = await createWebhook(workspace, form);
  const path = `/v1/forms/${form.id}/webhook/deliveries`;
  const list = async (query: Record<string, string> = {}) =>
    pageOfAnswer(await callApi("GET", path, { token, query }), WebhookDeliveryItem);
  const read = (id: string, at = path) => callApi("GET", `${at}/${id}`, { token });
  const make = (options: Parameters<typeof createWebhookDelivery>[3] = {}) =>
    createWebhookDelivery(workspace, form, webhook, options);
  return { workspace, token, form, webhook, path, list, read, make };
}

test("lists no deliveries without a webhook or after its deletion", async () => {
  const { workspace, form, list, read, make, token } = await setUp();
  const other = await createForm(workspace);
  const empty = await callApi("GET", `/v1/forms/${other.id}/webhook/deliveries`, { token });
  expect(empty.json).toEqual({ data: [], nextCursor: null });
  const { id } = await make({ status: "delivered" });
  expect((await list()).data).toHaveLength(1);
  await deleteWebhook(workspace.ctx, form.id);
  expect(await list()).toEqual({ data: [], nextCursor: null });
  errorOf(await read(id), "not_found");
  const retry = () =>
    callApi("POST", `/v1/forms/${form.id}/webhook/deliveries/${id}/retry`, { token });
  errorOf(await retry(), "webhook_not_configured");
  await createWebhook(workspace, form);
  errorOf(await retry(), "not_found");
  expect((await list()).data).toEqual([]);
  errorOf(await read(id), "not_found");
});

test("lists each delivery once, newest first, 20 per page by default and at most 50", async () => {
  const { list, make } = await setUp();
  const made = [];
  for (let index = 0; index < 25; index += 1) {
    const createdAt = new Date(1_800_000_000_000 + Math.floor(index / 3));
    made.push({ id: (await make({ status: "delivered", createdAt })).id, at: createdAt.getTime() });
  }
  const expected = made
    .toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
  expect((await list()).data.map(({ id }) => id)).toEqual(expected.slice(0, 20));
  const pages = await readPages((page) => list({ limit: "4", ...page }));
  expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(expected);
});

test("a listed delivery has its status and the time when it can be retried", async () => {
  const { workspace, form, list, make } = await setUp();
  const submission = await createSubmission(workspace, form);
  const createdAt = new Date(1_800_000_000_000);
  const lastAttemptAt = new Date(1_800_000_005_000);
  const { id, eventId } = await make({
    submission,
    status: "failed",
    failureReason: "attempts_exhausted",
    createdAt,
    lastAttemptAt,
  });
  expect((await list()).data).toEqual([
    {
      id,
      eventId,
      type: "submission.created",
      status: "failed",
      submissionId: submission.id,
      attemptCount: 1,
      failureReason: "attempts_exhausted",
      createdAt: createdAt.getTime(),
      lastAttemptAt: lastAttemptAt.getTime(),
      nextAttemptAt: null,
      retryable: true,
      retryAvailableAt: lastAttemptAt.getTime() + 60_000,
    },
  ]);
});

test("a delivery includes its event and all attempts, oldest first", async () => {
  const { workspace, form, read, make } = await setUp();
  const submission = await createSubmission(workspace, form);
  const { id, body } = await make({ submission, status: "delivered" });
  const startedAt = new Date(1_800_000_000_001);
  const answered = { responseStatus: 500, responseBody: "no", responseTruncated: true };
  const gone = { outcome: "dns_failed", durationMs: 3, error: "The name does not exist." };
  await createAttempt(workspace, id, { number: 3, trigger: "manual", outcome: "pending" });
  const failed = { outcome: "http_error", durationMs: 12, ...answered };
  const first = await createAttempt(workspace, id, { startedAt, ...failed });
  await createAttempt(workspace, id, { number: 2, ...gone });
  const shown = dataOf(await read(id), 200, WebhookDelivery);
  expect(shown.payload).toEqual(JSON.parse(body));
  expect(shown.attempts.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(shown.attempts[0]).toEqual({
    id: first.id,
    number: 1,
    trigger: "automatic",
    startedAt: 1_800_000_000_001,
    durationMs: 12,
    outcome: "http_error",
    ...answered,
    error: null,
  });
  expect(shown.attempts[2]).toMatchObject({ outcome: "pending", durationMs: null });
});

test("doesn't list events of a deleted or expired submission", async () => {
  const { workspace, form, list, read, make } = await setUp();
  const [deleted, expired, kept] = [
    await createSubmission(workspace, form),
    await createSubmission(workspace, form, { expiresAt: new Date(Date.now() - 1) }),
    await createSubmission(workspace, form, { expiresAt: new Date(Date.now() + 60_000) }),
  ];
  const made = [];
  for (const submission of [deleted, expired, kept])
    made.push(await make({ submission, status: "delivered" }));
  await db().submission.deleteMany({ where: { id: deleted.id } });
  expect((await list()).data.map(({ submissionId }) => submissionId)).toEqual([kept.id]);
  for (const { id } of made.slice(0, 2)) errorOf(await read(id), "not_found");
});

test("counts stored and pending webhook deliveries", async () => {
  const workspace = await createWorkspace();
  const [form, other] = [await createForm(workspace), await createForm(workspace)];
  const nothing = { kept: 0, waiting: 0 };
  expect(await countDeliveries(workspace.ctx, form.id)).toEqual(nothing);
  const webhook = await createWebhook(workspace, form);
  for (const status of ["queued", "retrying", "delivered", "failed", "cancelled"] as const)
    await createWebhookDelivery(workspace, form, webhook, { status });
  await createWebhookDelivery(workspace, other, await createWebhook(workspace, other));
  expect(await countDeliveries(workspace.ctx, form.id)).toEqual({ kept: 5, waiting: 2 });
  await deleteWebhook(workspace.ctx, form.id);
  expect(await countDeliveries(workspace.ctx, form.id)).toEqual(nothing);
});

test("the delivery log names the sender and tells the status and duration of the last attempt", async () => {
  const { workspace, form, webhook } = await setUp();
  const at = (second: number) => new Date(Date.now() - 60_000 + second * 1000);
  const queue = async (second: number, options: Parameters<typeof createSubmission>[2]) => {
    const submission = await createSubmission(workspace, form, options);
    const event = { submission, status: "retrying", createdAt: at(second) } as const;
    return createWebhookDelivery(workspace, form, webhook, event);
  };
  await createWebhookDelivery(workspace, form, webhook, { createdAt: at(0) });
  await queue(1, { fields: { _ReplyTo: "cleo@example.com", message: "Hi" } });
  await queue(2, { fields: { email: "bob@example.com" } });
  const { id } = await queue(3, {});
  await db().delivery.updateMany({ where: { id }, data: { attemptCount: 2 } });
  await createAttempt(workspace, id, { outcome: "timeout" });
  const last = { outcome: "http_error", responseStatus: 500, durationMs: 38 };
  await createAttempt(workspace, id, { number: 2, ...last });
  const log = await listDeliveryLog(workspace.ctx, form.id, { limit: 20 });
  expect(log.data).toMatchObject([
    {
      id,
      sender: { name: "Ada Lovelace" },
      lastAttempt: last,
    },
    { sender: { name: null, email: "bob@example.com", phone: null }, lastAttempt: null },
    { sender: { name: null, email: "cleo@example.com", phone: null } },
    { type: "webhook.test", sender: null, lastAttempt: null },
  ]);
});

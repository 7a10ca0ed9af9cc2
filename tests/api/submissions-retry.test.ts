import { expect, test } from "vitest";
import { z } from "zod";
import { newId } from "#lib/core/ids";
import { db, transaction } from "#lib/db/database";
import { EmailDelivery } from "#lib/notifications/schema";
import { deleteSubmission } from "#lib/submissions/delete-submissions";
import { updateSubmission } from "#lib/submissions/update-submissions";
import { callApi, dataOf, errorOf } from "#tests/support/contract/api";
import { drainTriggerCount } from "#tests/support/contract/transport";
import { untilWaiting } from "#tests/support/drills/lock-waits";
import {
  contextAt,
  createForm,
  createToken,
  createWorkspace,
} from "#tests/support/factories/factories";
import { createDelivery, createSubmission } from "#tests/support/factories/message-factories";

const Retried = z.strictObject({ message: z.string(), delivery: EmailDelivery });

async function setUp(status: EmailDelivery["status"] = "failed", ageMs = 120_000) {
  const workspace = await createWorkspace();
  const token = await createToken(workspace, { scopes: ["submissions:write"] });
  const submission = await createSubmission(workspace, await createForm(workspace));
  const createdAt = new Date(Date.now() - ageMs);
  const { id } = await createDelivery(workspace, submission, { status, createdAt });
  const path = `/v1/submissions/${submission.id}/deliveries/${id}/retry`;
  const retry = (body?: unknown) => callApi("POST", path, { token, body });
  const entries = () => db().delivery.count({ where: { dueAt: { not: null }, id: id } });
  return { workspace, token, submission, id, retry, entries };
}

test.each(["queued", "sending", "retrying", "sent", "cancelled"] as const)(
  "rejects a retry of a %s notification",
  async (status) => {
    const { retry, entries } = await setUp(status);
    const before = await entries();
    errorOf(await retry(), "delivery_not_retryable");
    expect(await entries()).toBe(before);
  },
);

test("retrying an uncertain notification requires the acknowledgment before the cooldown is checked", async () => {
  const { retry } = await setUp("uncertain", 0);
  for (const body of [undefined, {}, { acknowledgePossibleDuplicate: false }])
    errorOf(await retry(body), "duplicate_not_acknowledged");
  const early = await retry({ acknowledgePossibleDuplicate: true });
  errorOf(early, "retry_cooldown");
  expect(Number(early.headers.get("retry-after"))).toBeLessThanOrEqual(60);
});

test("rejects a retry of a notification about spam", async () => {
  const { workspace, submission, retry } = await setUp();
  await updateSubmission(contextAt(workspace, new Date()), submission.id, { folder: "spam" });
  errorOf(await retry(), "delivery_not_retryable");
});

test("retrying a notification queues its email and sends it immediately", async () => {
  for (const body of [undefined, {}, { acknowledgePossibleDuplicate: true }]) {
    const { id, retry, entries } = await setUp();
    const triggers = drainTriggerCount();
    const { message, delivery } = dataOf(await retry(body), 200, Retried);
    expect(message).toMatch(/^[A-Z].*\.$/);
    expect(delivery).toMatchObject({ id, status: "queued" });
    expect(await entries()).toBe(1);
    expect(drainTriggerCount()).toBeGreaterThan(triggers);
  }
});

test("one of two concurrent retries queues the email, and the other is rejected", async () => {
  const { retry, entries } = await setUp();
  const answers = await Promise.all([retry(), retry()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await entries()).toBe(1);
});

test("a retry during a move to spam waits and is then rejected", async () => {
  const { submission, retry, entries } = await setUp();
  const retried = await transaction(async (tx) => {
    await tx.submission.updateMany({ where: { id: submission.id }, data: { folder: "spam" } });
    const pending = retry();
    await untilWaiting(pending);
    return { pending };
  });
  errorOf(await retried.pending, "delivery_not_retryable");
  expect(await entries()).toBe(0);
});

test("a concurrent retry and move to spam leave no email queued", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { workspace, submission, id, retry, entries } = await setUp();
    const ctx = contextAt(workspace, new Date());
    const [retried] = await Promise.all([
      retry(),
      updateSubmission(ctx, submission.id, { folder: "spam" }),
    ]);
    expect([200, 409]).toContain(retried.status);
    const { status } = await db().delivery.findFirstOrThrow({ where: { channel: "email", id } });
    expect(["cancelled", "failed"]).toContain(status);
    expect(await entries()).toBe(0);
  }
});

test("a concurrent retry and deletion leave no delivery", async () => {
  const { workspace, submission, id, retry } = await setUp();
  const [retried] = await Promise.all([
    retry(),
    deleteSubmission(contextAt(workspace, new Date()), submission.id),
  ]);
  expect([200, 404]).toContain(retried.status);
  expect(await db().delivery.count({ where: { channel: "email", id } })).toBe(0);
});

test("doesn't find a delivery of another submission", async () => {
  const { workspace, token, id } = await setUp();
  const other = await createSubmission(workspace, await createForm(workspace));
  for (const submissionId of [other.id, newId()]) {
    const path = `/v1/submissions/${submissionId}/deliveries/${id}/retry`;
    errorOf(await callApi("POST", path, { token }), "not_found");
  }
});

import { expect, test } from "vitest";
import { z } from "zod";
import { db, transaction } from "#lib/adapters/db/database";
import { EmailDelivery } from "#lib/domain/emails/schema";
import { deleteSubmission } from "#lib/domain/submissions/delete-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { callApi, dataOf, errorOf } from "#tests/support/contract/api";
import { drainTriggerCount } from "#tests/support/contract/drain-triggers";
import { untilWaiting } from "#tests/support/drills/lock-waits";
import {
  contextAt,
  createForm,
  createToken,
  createWorkspace,
} from "#tests/support/factories/factories";
import { createDelivery, createSubmission } from "#tests/support/factories/message-factories";
import { createAttempt, readDelivery } from "#tests/support/factories/outbox-state";

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

test("a retried email is sent with a new key, as a manual attempt after the earlier one", async () => {
  const { workspace, id, retry } = await setUp();
  await createAttempt(workspace, id);
  await db().delivery.updateMany({ where: { id }, data: { attemptCount: 1 } });
  const before = await readDelivery(id);
  await retry();
  await drainOutbox();
  const after = await readDelivery(id);
  expect(after.dedupeKey).not.toBe(before.dedupeKey);
  expect(after).toMatchObject({
    status: "sent",
    attempts: [{ trigger: "automatic" }, { number: 2, trigger: "manual", outcome: "sent" }],
  });
});

test("a retry during a move to spam waits and is then rejected, as is one after it", async () => {
  const { submission, retry, entries } = await setUp();
  const retried = await transaction(async (tx) => {
    await tx.submission.updateMany({ where: { id: submission.id }, data: { folder: "spam" } });
    const pending = retry();
    await untilWaiting(pending);
    return { pending };
  });
  for (const rejected of [await retried.pending, await retry()])
    errorOf(rejected, "delivery_not_retryable");
  expect(await entries()).toBe(0);
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

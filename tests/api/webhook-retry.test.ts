import { expect, test } from "vitest";
import { db } from "#lib/db/database";
import { RetriedWebhookDelivery } from "#lib/webhooks/schema";
import { callApi, dataOf, errorOf } from "#tests/support/contract/api";
import { drainTriggerCount } from "#tests/support/contract/transport";
import { createOwnForm } from "#tests/support/factories/factories";
import {
  createWebhook,
  createWebhookDelivery,
} from "#tests/support/factories/integration-factories";
import { createSubmission } from "#tests/support/factories/message-factories";

const MINUTES_AGO = new Date(Date.now() - 300_000);

async function setUp(options: Parameters<typeof createWebhookDelivery>[3] = {}, isTest = false) {
  const { workspace, token, form } = await createOwnForm();
  const webhook = await createWebhook(workspace, form);
  const submission = await createSubmission(workspace, form);
  const delivery = await createWebhookDelivery(workspace, form, webhook, {
    ...(isTest ? {} : { submission }),
    status: "failed",
    createdAt: MINUTES_AGO,
    ...options,
  });
  const path = `/v1/forms/${form.id}/webhook`;
  const retry = () => callApi("POST", `${path}/deliveries/${delivery.id}/retry`, { token });
  const save = (change: Record<string, unknown> = {}) => {
    const { url, enabled, revision } = webhook;
    return callApi("POST", path, { token, body: { url, enabled, revision, ...change } });
  };
  const move = (folder: string) =>
    callApi("PATCH", `/v1/submissions/${submission.id}`, { token, body: { folder } });
  const entries = () => db().delivery.count({ where: { dueAt: { not: null }, id: delivery.id } });
  const row = () => db().delivery.findFirstOrThrow({ where: { id: delivery.id } });
  return { workspace, delivery, webhook, submission, retry, save, move, entries, row };
}

test.each(["queued", "sending", "delivered", "cancelled"] as const)(
  "rejects a retry of an event that is %s",
  async (status) => {
    const { retry, entries, row } = await setUp({ status });
    const before = await entries();
    errorOf(await retry(), "delivery_not_retryable");
    expect(await entries()).toBe(before);
    expect((await row()).status).toBe(status);
  },
);

test("rejects a retry of an event from an earlier webhook revision", async () => {
  for (const status of ["failed", "queued"] as const) {
    const { retry, save, entries } = await setUp({ status });
    expect((await save()).status).toBe(200);
    errorOf(await retry(), "revision_conflict");
    expect(await entries()).toBe(0);
  }
});

test("rejects a retry of a spam submission's event until the submission is moved out", async () => {
  const { retry, move } = await setUp();
  await move("spam");
  errorOf(await retry(), "delivery_not_retryable");
  await move("archive");
  expect((await retry()).status).toBe(200);
});

test("retrying a submission event requires an enabled webhook, and retrying a test doesn't", async () => {
  for (const isTest of [false, true]) {
    const { webhook, retry } = await setUp({}, isTest);
    await db().webhook.updateMany({ where: { id: webhook.id }, data: { enabled: false } });
    const answer = await retry();
    if (isTest) expect(answer.status).toBe(200);
    else errorOf(answer, "delivery_not_retryable");
  }
});

test("an event that can't be retried gets that error during the cooldown too", async () => {
  const { retry, move } = await setUp({ lastAttemptAt: new Date() });
  errorOf(await retry(), "retry_cooldown");
  await move("spam");
  errorOf(await retry(), "delivery_not_retryable");
});

test("a retry immediately sends the same event with the same bytes", async () => {
  const { delivery, retry, entries, row } = await setUp({
    failureReason: "attempts_exhausted",
    lastAttemptAt: MINUTES_AGO,
  });
  const triggers = drainTriggerCount();
  const retried = dataOf(await retry(), 200, RetriedWebhookDelivery);
  expect(retried.message).toMatch(/^[A-Z].*\.$/);
  expect(retried.delivery).toMatchObject({
    id: delivery.id,
    eventId: delivery.eventId,
    status: "queued",
    failureReason: null,
    attemptCount: 1,
    retryable: false,
    retryAvailableAt: null,
  });
  expect(await row()).toMatchObject({ body: delivery.body, seriesTrigger: "manual" });
  expect(await entries()).toBe(1);
  expect(drainTriggerCount()).toBe(triggers + 1);
});

test.each(["a save", "a move to spam"])(
  "a retry during %s leaves no event queued",
  async (what) => {
    for (let round = 0; round < 5; round += 1) {
      const { retry, save, move, entries, row } = await setUp();
      const change = () => (what === "a save" ? save({ enabled: false }) : move("spam"));
      const [retried, changed] = await Promise.all([retry(), change()]);
      expect(changed.status).toBe(200);
      expect([200, 409]).toContain(retried.status);
      expect(["cancelled", "failed"]).toContain((await row()).status);
      expect(await entries()).toBe(0);
    }
  },
);

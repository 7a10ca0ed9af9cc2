import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { Webhook, WebhookWithSecret } from "#lib/domain/endpoints/schema";
import { dataOf, errorOf, invalidPaths } from "#tests/support/contract/api";
import { createWebhookDelivery } from "#tests/support/factories/integration-factories";
import { createSubmission } from "#tests/support/factories/message-factories";
import { createAttempt } from "#tests/support/factories/outbox-state";
import { createWebhookForm, WEBHOOK_URL } from "#tests/support/factories/webhook-form";

test("a form has no webhook until one is created", async () => {
  const { read, rotate, remove } = await createWebhookForm();
  expect(await read()).toBeNull();
  errorOf(await rotate(newId()), "webhook_not_configured");
  expect((await remove()).status).toBe(204);
});

test("creating a webhook returns the signing secret once and stores it encrypted", async () => {
  const { form, create, read, storedSecret } = await createWebhookForm();
  const { signingSecret, ...webhook } = await create();
  expect(signingSecret).toMatch(/^whsec_/);
  expect(Buffer.from(signingSecret.slice(6), "base64")).toHaveLength(32);
  expect(webhook).toEqual({
    id: expect.any(String),
    url: WEBHOOK_URL,
    enabled: true,
    headers: [],
    revision: expect.any(String),
    health: "healthy",
    createdAt: webhook.updatedAt,
    updatedAt: expect.any(Number),
  });
  expect(await read()).toEqual(webhook);
  expect(await storedSecret()).toBe(signingSecret);
  const [row] = await db().$queryRaw<{ text: string }[]>`
    SELECT encode(sealed_secret, 'escape') AS text FROM webhooks WHERE form_id = ${form.id}::uuid`;
  expect(row?.text).not.toContain(signingSecret.slice(6, 20));
});

test("updating a webhook changes its revision, keeps its id, and secret, and doesn't return the secret", async () => {
  const { save, create, read, storedSecret } = await createWebhookForm();
  const { signingSecret, ...first } = await create();
  const url = "HTTPS://Hooks.Example.com:443/other";
  const second = dataOf(
    await save({ url, enabled: false, revision: first.revision }),
    200,
    Webhook,
  );
  expect(second).toEqual({
    ...first,
    url: "https://hooks.example.com/other",
    enabled: false,
    revision: expect.any(String),
    updatedAt: expect.any(Number),
  });
  expect(second.revision).not.toBe(first.revision);
  expect(await read()).toEqual(second);
  expect(await storedSecret()).toBe(signingSecret);
});

test("an invalid webhook URL gets an error with its path and the reason", async () => {
  const { save, read } = await createWebhookForm();
  for (const url of ["http://hooks.example.com", "https://127.0.0.1/", "https://a.internal/", ""]) {
    const rejected = errorOf(await save({ url }), "validation_failed");
    expect(rejected.paths).toEqual(["url"]);
  }
  const both = await save({ url: "https://localhost/", enabled: "yes", revision: null });
  expect(invalidPaths(both)).toEqual(["url", "enabled", "revision"]);
  expect(await read()).toBeNull();
});

test("rotating a webhook's secret changes only the secret and the revision", async () => {
  const { create, read, rotate, storedSecret } = await createWebhookForm();
  const { signingSecret, ...first } = await create();
  const { signingSecret: next, ...second } = dataOf(
    await rotate(first.revision),
    200,
    WebhookWithSecret,
  );
  expect(next).not.toBe(signingSecret);
  expect(await storedSecret()).toBe(next);
  const changed = { revision: second.revision, updatedAt: second.updatedAt };
  expect(second).toEqual({ ...first, ...changed });
  expect(second.revision).not.toBe(first.revision);
  expect(await read()).toEqual(second);
  errorOf(await rotate(first.revision), "revision_conflict");
});

test("a webhook created after a deletion has a new id and secret", async () => {
  const { create, remove, read, save } = await createWebhookForm();
  const first = await create();
  await remove();
  errorOf(await save({ revision: first.revision }), "revision_conflict");
  const { signingSecret, ...second } = await create();
  expect(second.id).not.toBe(first.id);
  expect(signingSecret).not.toBe(first.signingSecret);
  expect(await read()).toEqual(second);
});

type SetUp = Awaited<ReturnType<typeof createWebhookForm>>;

/** Creates one delivery in each state; the result reads their state later. */
async function withDeliveries({ workspace, form }: SetUp, webhook: Webhook) {
  const statuses = ["queued", "retrying", "sending", "delivered", "failed", "cancelled"] as const;
  const ids: string[] = [];
  for (const status of statuses) {
    const submission = await createSubmission(workspace, form);
    const options = { submission, status };
    ids.push((await createWebhookDelivery(workspace, form, webhook, options)).id);
  }
  const states = async () => {
    const rows = await db().delivery.findMany({ where: { id: { in: ids } } });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id)?.status ?? "gone");
  };
  const entries = () => db().delivery.count({ where: { dueAt: { not: null }, id: { in: ids } } });
  return { ids, states, entries };
}

const CANCELLED = ["cancelled", "cancelled", "sending", "delivered", "failed", "cancelled"];

test.each(["save", "rotation"] as const)(
  "a webhook %s cancels only events queued under the earlier revision",
  async (change) => {
    const at = await createWebhookForm();
    const webhook = await at.create();
    const deliveries = await withDeliveries(at, webhook);
    const other = await createWebhookForm();
    const others = await withDeliveries(other, await other.create());
    errorOf(await at.save({ revision: newId() }), "revision_conflict");
    expect(await deliveries.entries(), "a rejected save cancels nothing").toBe(3);
    const { revision } = webhook;
    const answer = await (change === "save" ? at.save({ revision }) : at.rotate(revision));
    expect(answer.status).toBe(200);
    expect(await deliveries.states()).toEqual(CANCELLED);
    expect(await deliveries.entries(), "one is being sent").toBe(1);
    expect((await others.states())[0]).toBe("queued");
    expect(await others.entries()).toBe(3);
    const row = await db().delivery.findFirst({ where: { id: deliveries.ids[0] ?? "" } });
    expect(row).toMatchObject({ failureReason: "revision_changed", nextAttemptAt: null });
  },
);

test("any save makes a webhook healthy", async () => {
  const { form, save, create, rotate, read } = await createWebhookForm();
  let { revision } = await create();
  const fail = (health: string) =>
    db().webhook.updateMany({
      where: { formId: form.id },
      data: { health, failuresInRow: 12, failingSince: new Date() },
    });
  for (const change of [() => save({ revision }), () => rotate(revision)])
    for (const health of ["failing", "suspended"] as const) {
      await fail(health);
      expect((await read())?.health).toBe(health);
      revision = dataOf(await change(), 200, Webhook.loose()).revision;
      expect((await read())?.health).toBe("healthy");
      const row = await db().webhook.findFirst({ where: { formId: form.id } });
      expect(row).toMatchObject({ failuresInRow: 0, failingSince: null });
    }
});

test("deleting a webhook deletes its secret, deliveries, and attempts", async () => {
  const at = await createWebhookForm();
  const deliveries = await withDeliveries(at, await at.create());
  const [deliveryId = ""] = deliveries.ids;
  await createAttempt(at.workspace, deliveryId, { outcome: "timeout" });
  expect((await at.remove()).status).toBe(204);
  expect(await at.read()).toBeNull();
  expect(await at.storedSecret()).toBeNull();
  expect(await deliveries.states()).toEqual(Array(6).fill("gone"));
  expect(await deliveries.entries()).toBe(0);
  expect(await db().attempt.count({ where: { deliveryId } })).toBe(0);
  const rows = await db().webhook.findMany({ where: { formId: at.form.id } });
  expect(rows.map(({ sealedSecret, url }) => [sealedSecret, url])).toEqual([[null, ""]]);
  expect((await at.remove()).status).toBe(204);
});

test("one of two concurrent webhook creations succeeds and stores its secret", async () => {
  const { save, read, storedSecret } = await createWebhookForm();
  const answers = await Promise.all(
    ["a", "b", "c", "d"].map((name) => save({ url: `https://${name}.example.com/` })),
  );
  const [won, ...more] = answers.filter(({ status }) => status === 201);
  if (!won) throw new Error("no creation succeeded");
  expect(more).toEqual([]);
  for (const answer of answers.filter(({ status }) => status !== 201))
    errorOf(answer, "revision_conflict");
  const { signingSecret, ...webhook } = dataOf(won, 201, WebhookWithSecret);
  expect(await read()).toEqual(webhook);
  expect(await storedSecret()).toBe(signingSecret);
});

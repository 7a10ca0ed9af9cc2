import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { Webhook, WebhookWithSecret } from "#lib/webhooks/schema";
import { dataOf, errorOf } from "#tests/support/contract/api";
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

test("creating a webhook with a revision or updating one without the current revision is a conflict", async () => {
  const { save, create, read, rotate } = await createWebhookForm();
  errorOf(await save({ revision: newId() }), "revision_conflict");
  const { signingSecret: _, ...webhook } = await create();
  for (const revision of [undefined, newId(), ""])
    errorOf(await save({ url: "https://other.example.com/", revision }), "revision_conflict");
  errorOf(await rotate(newId()), "revision_conflict");
  expect(await read()).toEqual(webhook);
});

test("an invalid webhook URL gets an error with its path and the reason", async () => {
  const { save, read } = await createWebhookForm();
  for (const url of ["http://hooks.example.com", "https://127.0.0.1/", "https://a.internal/", ""]) {
    const rejected = errorOf(await save({ url }), "validation_failed");
    expect(rejected.paths).toEqual(["url"]);
  }
  const both = await save({ url: "https://localhost/", enabled: "yes", revision: null });
  expect(errorOf(both, "validation_failed").paths).toEqual(["url", "enabled", "revision"]);
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

import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { Autoresponder, AutoresponderPreview } from "#lib/domain/emails/auto-reply/schema";
import { savePage } from "#lib/domain/forms/page/form-page";
import { SavePageInput } from "#lib/domain/forms/page/page-schema";
import { callApi, dataOf, errorOf, invalidPaths } from "#tests/support/contract/api";
import { drainTriggerCount } from "#tests/support/contract/transport";
import {
  createOwnForm,
  createPendingRecipient,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { createVerifiedWidget } from "#tests/support/factories/integration-factories";

async function setUp() {
  const { workspace, token, recipient, form } = await createOwnForm();
  const path = `/v1/forms/${form.id}/autoresponder`;
  const draft = {
    enabled: false,
    subject: "Thank you",
    message: "We read every message.\nSoon.",
    replyRecipientId: recipient.id,
  };
  const save = (revision: unknown, change: object = {}) =>
    callApi("POST", path, { token, body: { revision, ...draft, ...change } });
  const preview = (change: object = {}) =>
    callApi("POST", `${path}/preview`, { token, body: { ...draft, ...change } });
  const read = async () =>
    dataOf(await callApi("GET", path, { token }), 200, Autoresponder.nullable());
  return { workspace, token, form, recipient, draft, save, preview, read };
}

test("returns null before the auto-reply is first saved", async () => {
  expect(await (await setUp()).read()).toBeNull();
});

test("save and read return the trimmed values with a new revision", async () => {
  const { draft, save, read } = await setUp();
  const change = { subject: `  ${"é".repeat(150)} `, message: `\n${"x".repeat(3000)}\n` };
  const first = dataOf(await save(null, change), 200, Autoresponder);
  expect(first).toEqual({
    ...draft,
    subject: "é".repeat(150),
    message: "x".repeat(3000),
    includeAnswers: "none",
    revision: expect.any(String),
    updatedAt: expect.any(Number),
  });
  expect(await read()).toEqual(first);
  const second = dataOf(await save(first.revision), 200, Autoresponder);
  expect(second).toMatchObject(draft);
  expect(second.revision).not.toBe(first.revision);
});

test("requires a connected, enabled, and verified widget to enable the auto-reply", async () => {
  const { form, save, read } = await setUp();
  const enable = () => save(null, { enabled: true });
  errorOf(await enable(), "widget_required");
  for (const widget of [{ enabled: false }, { verifiedAt: null }]) {
    await createVerifiedWidget(form.id, widget);
    errorOf(await enable(), "widget_required");
    await db().turnstileWidget.deleteMany({ where: { formId: form.id } });
  }
  expect(await read()).toBeNull();
  await createVerifiedWidget(form.id);
  expect(dataOf(await enable(), 200, Autoresponder).enabled).toBe(true);
});

test("allows an auto-reply to be disabled and edited after its widget is removed", async () => {
  const { token, form, save } = await setUp();
  await createVerifiedWidget(form.id);
  const { revision } = dataOf(await save(null, { enabled: true }), 200, Autoresponder);
  const removed = await callApi("DELETE", `/v1/forms/${form.id}/turnstile`, { token });
  expect(removed.status).toBe(204);
  errorOf(await save(revision, { enabled: true }), "widget_required");
  expect(dataOf(await save(revision), 200, Autoresponder).enabled).toBe(false);
});

test("either enables or rejects the auto-reply while its widget is being disconnected", async () => {
  const { token, form, save } = await setUp();
  await createVerifiedWidget(form.id);
  const [saved, removed] = await Promise.all([
    save(null, { enabled: true }),
    callApi("DELETE", `/v1/forms/${form.id}/turnstile`, { token }),
  ]);
  expect(removed.status).toBe(204);
  expect([200, 409]).toContain(saved.status);
});

test("accepts only a verified recipient of the workspace as the reply-to address", async () => {
  const { workspace, save, preview, read } = await setUp();
  const pending = await createPendingRecipient(workspace);
  const foreign = await createVerifiedRecipient(await createWorkspace());
  for (const replyRecipientId of [pending.id, foreign.id, newId()])
    for (const send of [preview, (change: object) => save(null, change)]) {
      const { paths } = errorOf(await send({ replyRecipientId }), "recipient_not_verified");
      expect(paths).toEqual(["replyRecipientId"]);
    }
  expect(await read()).toBeNull();
});

test.each<[string, Record<string, unknown>]>([
  ["subject", { subject: "  " }],
  ["subject", { subject: "x".repeat(151) }],
  ["subject", { subject: "a\r\nBcc: someone@example.com" }],
  ["message", { message: " \n " }],
  ["message", { message: "x".repeat(3001) }],
  ["replyRecipientId", { replyRecipientId: "x" }],
  ["enabled", { enabled: "true" }],
])("rejects an invalid %s: %j", async (path, change) => {
  const { save, preview } = await setUp();
  for (const answer of [await save(null, change), await preview(change)])
    expect(invalidPaths(answer)).toEqual([path]);
});

test("previews the subject, reply-to address, and text without a widget", async () => {
  const { recipient, preview } = await setUp();
  for (const enabled of [true, false]) {
    const shown = dataOf(await preview({ enabled }), 200, AutoresponderPreview);
    expect(shown).toMatchObject({ subject: "Thank you", replyTo: recipient.email });
    expect(shown.text).toMatch(/^We read every message\.\nSoon\.\n/);
    expect(shown.text).toContain("http://localhost:3000/opt-out?token=PREVIEW");
  }
});

test("previews our own words in the language of the form's pages", async () => {
  const { workspace, form, preview } = await setUp();
  const text = async () => dataOf(await preview(), 200, AutoresponderPreview).text;
  expect(await text()).toContain("Unsubscribe from automatic replies\nhttp");
  const page = SavePageInput.parse({ revision: null, language: "fr" });
  await savePage(workspace.ctx, form.id, page);
  expect(await text()).toContain("Ne plus recevoir de réponses automatiques\nhttp");
});

test("a preview saves and sends nothing, even when requested concurrently", async () => {
  const { workspace, preview, read } = await setUp();
  const before = drainTriggerCount();
  const [one, other] = await Promise.all([preview(), preview()]);
  expect(one.json).toEqual(other.json);
  expect(await read()).toBeNull();
  expect(await db().delivery.count({ where: { workspaceId: workspace.id } })).toBe(0);
  expect(drainTriggerCount()).toBe(before);
});

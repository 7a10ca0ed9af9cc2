import { beforeEach, describe, expect, it, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { Autoresponder, AutoresponderPreview } from "#lib/domain/emails/auto-reply/schema";
import { getCapturedEmail, listCapturedEmails } from "#lib/domain/emails/captured-emails";
import { savePage } from "#lib/domain/forms/page/form-page";
import { SavePageInput } from "#lib/domain/forms/page/page-schema";
import { getSubmission } from "#lib/domain/submissions/store";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { callApi, dataOf, errorOf, invalidPaths } from "#tests/support/contract/api";
import { drainTriggerCount } from "#tests/support/contract/drain-triggers";
import { submitTo } from "#tests/support/contract/intake";
import {
  createOwnForm,
  createPendingRecipient,
  createToken,
  createVerifiedRecipient,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { createVerifiedWidget } from "#tests/support/factories/integration-factories";
import { emptyOutbox } from "#tests/support/factories/outbox-state";
import { HOSTILE } from "#tests/support/factories/page-text";
import {
  askForReply,
  createAutoReplyForm,
  passedChallenge,
  REPLY,
  replyDeliveries,
  replyOf,
} from "#tests/support/factories/reply-factories";
import { createTestClock, START } from "#tests/support/twins/test-clock";

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

beforeEach(emptyOutbox);

/** The only email in a workspace's test inbox. */
async function onlyEmail(workspace: Workspace) {
  const { data } = await listCapturedEmails(workspace.ctx, { limit: 50 });
  expect(data).toHaveLength(1);
  return getCapturedEmail(workspace.ctx, data[0]?.id ?? "");
}

describe("an auto-reply", () => {
  it("matches the preview except for the opt-out link, and is reported as sent", async () => {
    const { workspace, form, replyRecipient } = await createAutoReplyForm({ now: START });
    const id = await askForReply(form, "ada@example.com", START);
    expect(await drainOutbox(createTestClock(START))).toMatchObject({ claimed: 1, sent: 1 });
    const mail = await onlyEmail(workspace);
    const token = await createToken(workspace);
    const answer = await callApi("POST", `/v1/forms/${form.id}/autoresponder/preview`, {
      token,
      body: { enabled: true, ...REPLY, replyRecipientId: replyRecipient.id },
    });
    const preview = dataOf(answer, 200, AutoresponderPreview);
    const link = /http:\/\/localhost:3000\/opt-out\?token=[\w-]+/.exec(mail.text)?.[0] ?? "";
    expect(mail).toMatchObject({
      kind: "visitor_reply",
      to: "ada@example.com",
      subject: preview.subject,
      replyTo: preview.replyTo,
      text: preview.text.replace("http://localhost:3000/opt-out?token=PREVIEW", link),
    });
    expect(mail.html).toContain("We read every message.");
    expect(mail.html).toContain(`href="${link}"`);
    expect(await replyOf(workspace, id)).toEqual({ status: "sent", reason: null });
    const { deliveries } = await getSubmission(workspace.ctx, id);
    expect(deliveries).toMatchObject([
      { kind: "visitor_reply", recipientId: null, email: "ada@example.com", status: "sent" },
    ]);
  });

  it("has the headers for automated emails and one-click unsubscribe", async () => {
    const { workspace, form } = await createAutoReplyForm({ now: START });
    await askForReply(form, "ada@example.com", START);
    await drainOutbox(createTestClock(START));
    const { headers, text } = await onlyEmail(workspace);
    const link = /http\S+/.exec(text)?.[0];
    expect(headers).toEqual({
      "Auto-Submitted": "auto-replied",
      "X-Auto-Response-Suppress": "All",
      Precedence: "auto_reply",
      "List-Unsubscribe": `<${link}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "X-Entity-Ref-ID": expect.any(String),
    });
    for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]{1,900}$/);
  });

  it("contains nothing that the visitor entered, so it can't be abused to send spam", async () => {
    const { workspace, form } = await createAutoReplyForm({ now: START });
    const json = {
      name: "MARKER\r\nBcc: eve@example.com",
      email: "ada@example.com",
      subject: "MARKER",
      message: `MARKER ${HOSTILE.join(" ")}`,
      _service_autoreply: "true",
      "cf-turnstile-response": passedChallenge(),
    };
    const id = await submitTo(form, json);
    expect(await replyDeliveries(id)).toHaveLength(1);
    await drainOutbox();
    const mail = await onlyEmail(workspace);
    expect(JSON.stringify(mail)).not.toContain("MARKER");
    expect(JSON.stringify(mail)).not.toContain("eve@example.com");
  });

  it("escapes markup in the owner's text", async () => {
    const reply = { subject: `${HOSTILE[0]} & co`, message: HOSTILE.join("\n") };
    const { workspace, form } = await createAutoReplyForm({ now: START, reply });
    await askForReply(form, "ada@example.com", START);
    await drainOutbox(createTestClock(START));
    const mail = await onlyEmail(workspace);
    expect(mail.subject).toBe(reply.subject);
    expect(mail.text.startsWith(`${reply.message}\n`)).toBe(true);
    expect(mail.html).not.toMatch(/<(script|img|svg|base|form)\b/);
    expect(mail.html.match(/<a /g)).toHaveLength(1);
  });

  it.each([
    ["auto", /^Sie erhalten diese E-Mail.* an Example workspace .*\nVon automatischen/m],
    ["ar", /^وصلتك هذه الرسالة/m],
  ])("has our own words in the language of the form's pages: %s", async (language, footer) => {
    const { workspace, form } = await createAutoReplyForm();
    await savePage(workspace.ctx, form.id, SavePageInput.parse({ revision: null, language }));
    const json = {
      email: "ada@example.com",
      message: "Hello",
      _service_autoreply: "true",
      "cf-turnstile-response": passedChallenge(),
    };
    const headers = { "accept-language": "de-CH" };
    await submitTo(form, json, headers);
    await drainOutbox();
    const mail = await onlyEmail(workspace);
    expect(mail.subject).toBe(REPLY.subject);
    expect(mail.text.startsWith(`${REPLY.message}\n`)).toBe(true);
    expect(mail.text).toMatch(footer);
    const html = language === "ar" ? '<html lang="ar" dir="rtl">' : '<html lang="de">';
    expect(mail.html).toContain(html);
  });

  it("uses the settings from when the submission was received, not later changes", async () => {
    const { workspace, form } = await createAutoReplyForm({ now: START });
    const id = await askForReply(form, "ada@example.com", START);
    await db().autoresponder.updateMany({
      where: { formId: form.id },
      data: { subject: "Later", message: "Later", enabled: false },
    });
    await drainOutbox(createTestClock(START));
    expect(await onlyEmail(workspace)).toMatchObject({ subject: REPLY.subject });
    const [delivery] = await replyDeliveries(id);
    expect(delivery).toMatchObject({ status: "delivered", sealedData: null, sealedPayload: null });
  });
});

describe("a queued or sent auto-reply", () => {
  async function queuedReply() {
    const made = await createAutoReplyForm({ now: START });
    const id = await askForReply(made.form, "ada@example.com", START);
    const drain = () => drainOutbox(createTestClock(START));
    const captured = () => db().capturedEmail.count({ where: { workspaceId: made.workspace.id } });
    return { ...made, id, drain, captured };
  }

  it("is cancelled when its submission moves to spam, and stays cancelled when it moves back", async () => {
    const { workspace, id, drain, captured } = await queuedReply();
    const reply = { status: "not_eligible", reason: "spam" };
    for (const folder of ["spam", "inbox"] as const) {
      await updateSubmission(workspace.ctx, id, { folder });
      expect(await replyOf(workspace, id)).toEqual(reply);
      await drain();
    }
    expect(await replyDeliveries(id)).toMatchObject([{ status: "cancelled" }]);
    expect(await captured()).toBe(0);
  });

  it("stays sent when its submission moves to spam later", async () => {
    const { workspace, id, drain } = await queuedReply();
    await drain();
    await updateSubmission(workspace.ctx, id, { folder: "spam" });
    expect(await replyOf(workspace, id)).toEqual({ status: "sent", reason: null });
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { AutoresponderPreview } from "#lib/domain/emails/auto-reply/schema";
import { getCapturedEmail, listCapturedEmails } from "#lib/domain/emails/captured-emails";
import { savePage } from "#lib/domain/forms/page/form-page";
import { SavePageInput } from "#lib/domain/forms/page/page-schema";
import { getSubmission } from "#lib/domain/submissions/store";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { callApi, dataOf } from "#tests/support/contract/api";
import { submitTo } from "#tests/support/contract/intake";
import { createToken, type Workspace } from "#tests/support/factories/factories";
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

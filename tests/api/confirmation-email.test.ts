import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { updateWorkspace } from "#lib/domain/accounts/workspace";
import { optOutAddress } from "#lib/domain/emails/auto-reply/opt-out";
import { getCapturedEmail, listCapturedEmails } from "#lib/domain/emails/captured-emails";
import { updateForm } from "#lib/domain/forms/update-form";
import { getSubmission } from "#lib/domain/submissions/store";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import {
  ADA,
  askToConfirm,
  createConfirmForm,
  createWaiting,
  FROM,
  linkOf,
  press,
  sendMessage,
} from "#tests/support/factories/confirmation-factories";
import { emptyOutbox, TAKEN_OUT } from "#tests/support/factories/outbox-state";
import { createAutoReplyForm } from "#tests/support/factories/reply-factories";

beforeEach(emptyOutbox);

describe("the email that asks to confirm", () => {
  test("is in the visitor's language, leads to the page, and shows which message it's about, without a link that anyone typed", async () => {
    const { workspace, ctx, form } = await createConfirmForm();
    await updateForm(ctx, form.id, { name: "Claim it: https://evil.example/win" });
    await updateWorkspace(ctx, { name: "Studio www.evil.example" });
    const fields = {
      email: ADA,
      name: "Eve",
      message: `Buy at https://spam.example ${"x ".repeat(60)}`,
    };
    const id = await sendMessage(form, fields, { "accept-language": "de-AT" });
    await drainOutbox();
    const { data } = await listCapturedEmails(workspace.ctx, { limit: 50 });
    expect(data).toMatchObject([{ kind: "confirmation", to: ADA }]);
    const mail = await getCapturedEmail(workspace.ctx, data[0]?.id ?? "");
    const link = await linkOf(workspace, id);
    expect(mail.subject).toBe("Bitte bestätigen Sie Ihre Nachricht");
    expect(mail.text).toContain(`Meine Nachricht senden\n${link}\n`);
    expect(mail.html).toContain(`href="${link}"`);
    expect(mail.html).toContain('<html lang="de">');
    const { receivedAt } = await getSubmission(ctx, id);
    const time = new Intl.DateTimeFormat("de", {
      day: "numeric",
      month: "long",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      timeZone: "UTC",
    }).format(receivedAt);
    expect(mail.text).toContain(
      `an „Claim it: …“ zu senden. Erst dann kommt sie an.\n\nClaim it: … · Studio …\n${time} UTC\n“Buy at … x x`,
    );
    for (const text of [mail.html, mail.text, mail.subject, mail.from]) {
      expect(text).not.toContain("spam.example");
      expect(text).not.toContain("evil.example");
      expect(text).not.toContain("Eve");
    }
    expect(mail.headers).toMatchObject({
      "Auto-Submitted": "auto-replied",
      "List-Unsubscribe": expect.stringContaining("/opt-out?token="),
    });
    expect(await getSubmission(workspace.ctx, id)).toMatchObject({
      deliveries: [{ kind: "confirmation", status: "sent" }],
    });
  });

  test("and an auto-reply after it are in the visitor's language", async () => {
    const { workspace, form } = await createAutoReplyForm();
    await askToConfirm(workspace, form);
    const fields = { email: ADA, message: "Hello", _service_autoreply: "true" };
    const id = await sendMessage(form, fields, { "accept-language": "he" });
    await press(await linkOf(workspace, id), FROM, "he");
    await drainOutbox();
    const { data } = await listCapturedEmails(workspace.ctx, { limit: 50 });
    const mails = await Promise.all(data.map((one) => getCapturedEmail(workspace.ctx, one.id)));
    expect(mails.map(({ kind }) => kind)).toEqual(["visitor_reply"]);
    expect(mails[0]?.html).toContain('<html lang="he" dir="rtl">');
    expect(mails[0]?.text).toContain("ביטול הרשמה לתשובות אוטומטיות");
  });

  test("isn't sent once the message has left, by the link or by hand", async () => {
    const { workspace, ctx, form, url } = await createWaiting();
    const moved = await sendMessage(form, { email: "eve@example.com", message: "x" });
    await press(url);
    await updateSubmission(ctx, moved, { folder: "archive" });
    const where = { workspaceId: workspace.id, channel: "webhook" };
    await db().delivery.updateMany({ where, data: TAKEN_OUT });
    await drainOutbox();
    const { data } = await listCapturedEmails(ctx, { limit: 50 });
    expect(data.map(({ kind }) => kind)).toEqual(["notification"]);
  });
});

test("an email that asks to confirm isn't sent to an address that has unsubscribed since it was queued", async () => {
  const { ctx, id } = await createWaiting();
  await optOutAddress(ctx, ADA);
  const where = { workspaceId: ctx.workspaceId };
  expect(await drainOutbox()).toMatchObject({ cancelled: 1 });
  expect(await db().capturedEmail.count({ where })).toBe(0);
  expect(await getSubmission(ctx, id)).toMatchObject({
    confirmation: { status: "waiting" },
    deliveries: [{ kind: "confirmation", status: "cancelled" }],
  });
});

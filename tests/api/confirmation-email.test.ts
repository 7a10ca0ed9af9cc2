import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/db/database";
import { drainOutbox } from "#lib/jobs/drain-outbox";
import { getCapturedEmail, listCapturedEmails } from "#lib/notifications/captured-emails";
import { getSubmission } from "#lib/submissions/store";
import { updateSubmission } from "#lib/submissions/update-submissions";
import {
  ADA,
  askToConfirm,
  createConfirmForm,
  FROM,
  linkOf,
  press,
  sendMessage,
} from "#tests/support/factories/confirmation-factories";
import { emptyOutbox, TAKEN_OUT } from "#tests/support/factories/outbox-state";
import { createAutoReplyForm } from "#tests/support/factories/reply-factories";

beforeEach(emptyOutbox);

describe("the email that asks to confirm", () => {
  test("is in the visitor's language, leads to the page, and has nothing that the visitor typed", async () => {
    const { workspace, form } = await createConfirmForm();
    const fields = { email: ADA, name: "Eve", message: "Buy at https://spam.example" };
    const id = await sendMessage(form, fields, { "accept-language": "de-AT" });
    await drainOutbox();
    const { data } = await listCapturedEmails(workspace.ctx, { limit: 50 });
    expect(data).toMatchObject([{ kind: "confirmation", to: ADA }]);
    const mail = await getCapturedEmail(workspace.ctx, data[0]?.id ?? "");
    const link = await linkOf(workspace, id);
    expect(mail.subject).toBe("Bitte bestätigen Sie Ihre Nachricht");
    expect(mail.text).toContain(`Meine Nachricht senden:\n${link}\n`);
    expect(mail.html).toContain(`href="${link}"`);
    expect(mail.html).toContain('<html lang="de">');
    for (const text of [mail.html, mail.text, mail.subject]) {
      expect(text).not.toContain("spam.example");
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
    const { workspace, ctx, form } = await createConfirmForm();
    const id = await sendMessage(form);
    const moved = await sendMessage(form, { email: "eve@example.com", message: "x" });
    await press(await linkOf(workspace, id));
    await updateSubmission(ctx, moved, { folder: "archive" });
    const where = { workspaceId: workspace.id, channel: "webhook" };
    await db().delivery.updateMany({ where, data: TAKEN_OUT });
    await drainOutbox();
    const { data } = await listCapturedEmails(ctx, { limit: 50 });
    expect(data.map(({ kind }) => kind)).toEqual(["notification"]);
  });
});

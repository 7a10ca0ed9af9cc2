import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { getCapturedEmail, listCapturedEmails } from "#lib/domain/emails/captured-emails";
import { listSubmissions } from "#lib/domain/submissions/inbox/list-submissions";
import { ListSubmissionsQuery } from "#lib/domain/submissions/schema";
import { getSubmission } from "#lib/domain/submissions/store";
import {
  restoreSubmissions,
  updateSubmission,
  updateSubmissions,
} from "#lib/domain/submissions/update-submissions";
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
import { createWorkspace } from "#tests/support/factories/factories";
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

type Change = Parameters<typeof updateSubmissions>[2];

async function setUp() {
  const { workspace, ctx, id } = await createWaiting();
  const change = (update: Change) => updateSubmissions(ctx, [id], update);
  const undo = (waited: readonly string[] = [id]) =>
    restoreSubmissions(ctx, [{ id, folder: "inbox", read: false, spamReason: null }], waited);
  const isWaiting = async () => {
    const query = ListSubmissionsQuery.parse({ waiting: "true" });
    return (await listSubmissions(ctx, query)).data.some((one) => one.id === id);
  };
  const kinds = async () => {
    const { data } = await listCapturedEmails(ctx, { limit: 50 });
    return data.map(({ kind }) => kind);
  };
  return { workspace, ctx, id, change, undo, isWaiting, kinds };
}

test.each<Change>([{ folder: "inbox" }, { folder: "archive" }, { folder: "spam" }, { read: true }])(
  "a waiting message that was changed to %j waits again after Undo, with its email and its end",
  async (update) => {
    const { workspace, ctx, id, change, undo, isWaiting, kinds } = await setUp();
    const before = await getSubmission(ctx, id);
    const { cancelled, waited } = await change(update);
    expect(cancelled).toEqual([]);
    expect(waited).toEqual([id]);
    await undo(waited);
    expect(await isWaiting()).toBe(true);
    expect(await getSubmission(ctx, id)).toMatchObject({
      expiresAt: before.expiresAt,
      read: false,
      spamReason: null,
      confirmation: { status: "waiting" },
    });
    await drainOutbox();
    expect(await kinds()).toEqual(["confirmation"]);
    await press(await linkOf(workspace, id));
    expect(await getSubmission(ctx, id)).toMatchObject({ confirmation: { status: "confirmed" } });
  },
);

test("it goes to the inbox if it was confirmed in the meantime", async () => {
  const { workspace, ctx, id, change, undo, isWaiting } = await setUp();
  await change({ folder: "archive" });
  await press(await linkOf(workspace, id));
  await undo();
  expect(await isWaiting()).toBe(false);
  expect(await getSubmission(ctx, id)).toMatchObject({
    folder: "inbox",
    confirmation: { status: "confirmed" },
  });
});

test("it isn't deleted without a question if its email can't be sent anymore", async () => {
  const { ctx, id, change, undo, isWaiting } = await setUp();
  await change({ folder: "archive" });
  await drainOutbox();
  expect(await db().delivery.findMany({ where: { submissionId: id } })).toMatchObject([
    { kind: "confirmation", status: "cancelled", sealedData: null },
  ]);
  await undo();
  expect(await isWaiting()).toBe(false);
  expect(await getSubmission(ctx, id)).toMatchObject({ folder: "inbox" });
});

test("only a message that no one has confirmed can wait, in its own workspace", async () => {
  const { id, ctx, undo, isWaiting } = await setUp();
  const stranger = (await createWorkspace()).ctx;
  const state = { id, folder: "archive", read: false, spamReason: null } as const;
  expect(await restoreSubmissions(stranger, [state], [id])).toEqual({ changed: 0 });
  await updateSubmissions(ctx, [id], { folder: "inbox" });
  await db().submission.updateMany({ where: { id }, data: { confirmedAt: new Date() } });
  await undo();
  expect(await isWaiting()).toBe(false);
});

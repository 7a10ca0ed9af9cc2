import { beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { db, transaction } from "#lib/adapters/db/database";
import { listAudit } from "#lib/domain/audit/list-audit";
import { diagnoseForm } from "#lib/domain/diagnostics/diagnose-form";
import { isOptedOut } from "#lib/domain/emails/auto-reply/autoresponder";
import { retryEmail } from "#lib/domain/emails/retry-email";
import { addProvenRecipient } from "#lib/domain/recipients/add-recipient";
import { Recipient, RecipientPending } from "#lib/domain/recipients/schema";
import { findVerification, verifyRecipient } from "#lib/domain/recipients/verification";
import { getInboxMessage } from "#lib/domain/submissions/inbox/get-inbox-message";
import { getSubmission } from "#lib/domain/submissions/store";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { callApi, dataOf, errorOf } from "#tests/support/contract/api";
import { submitTo } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  ADA,
  createWaiting,
  kindsOf,
  sendMessage,
} from "#tests/support/factories/confirmation-factories";
import { callerAt, createOwnForm } from "#tests/support/factories/factories";
import { addMember } from "#tests/support/factories/member-factories";
import { emptyOutbox } from "#tests/support/factories/outbox-state";
import { emailsAbout, REPORT_SECRET, report } from "#tests/support/factories/provider-reports";
import {
  forgetVerificationEmails,
  linkSecrets,
  queuedEmails,
} from "#tests/support/factories/queued-emails";
import { askForReply, createAutoReplyForm } from "#tests/support/factories/reply-factories";
import { setUpLiveEmail } from "#tests/support/twins/live-email";

process.env.RESEND_WEBHOOK_SECRET = REPORT_SECRET;
setUpLiveEmail(1000);
beforeEach(emptyOutbox);

async function setUp() {
  const { workspace, recipient, form, token } = await createOwnForm();
  await forgetVerificationEmails(recipient.email);
  /** Sends a message whose notification then comes back, or is marked as spam by its reader. */
  const comeBack = async (type = "email.bounced") => {
    const submissionId = await submitTo(form);
    await drainOutbox();
    const [email] = await emailsAbout(submissionId);
    await report({ type, emailId: email?.providerEmailId ?? null, bounceType: "Permanent" });
    return { submissionId, emailId: email?.providerEmailId ?? null };
  };
  const add = () => callApi("POST", "/v1/recipients", { token, body: { email: recipient.email } });
  const read = async () => {
    const list = await callApi("GET", "/v1/recipients", { token });
    return dataOf(list, 200, z.array(Recipient)).find(({ id }) => id === recipient.id);
  };
  const change = (data: { verifiedAt?: Date | null; verificationSentAt?: null }) =>
    db().recipient.updateMany({ where: { id: recipient.id }, data });
  /** Ends the minute in which no other confirmation is sent. */
  const waitToResend = () => change({ verificationSentAt: null });
  return { workspace, recipient, form, comeBack, add, read, change, waitToResend };
}

it.each([
  ["email.bounced", "bounced"],
  ["email.complained", "complained"],
] as const)(
  "a recipient is blocked after %s, and its later notifications end cancelled",
  async (type, reason) => {
    const { workspace, form, comeBack, read } = await setUp();
    const { submissionId } = await comeBack(type);
    expect(await read()).toMatchObject({ status: "verified", blockedReason: reason });
    const later = await submitTo(form);
    expect(await drainOutbox()).toMatchObject({ cancelled: 1, sent: 1 });
    const { notificationPlan, deliveries } = await getSubmission(workspace.ctx, later);
    expect(notificationPlan.reason).toBe("form_recipients");
    expect(deliveries).toMatchObject([{ status: "cancelled", attempts: [], providerStatus: null }]);
    expect(await emailsAbout(later)).toMatchObject([{ failureReason: `recipient_${reason}` }]);
    const shown = await getInboxMessage(workspace.ctx, later);
    expect(Object.values(shown.blocked)).toEqual([reason]);
    expect(shown).toMatchObject({ suppressed: null, removed: [] });
    expect((await getInboxMessage(workspace.ctx, submissionId)).blocked).toEqual({});
  },
);

it("a recipient whose email came back gets nothing of what was queued before, but its confirmation email", async () => {
  const { form, comeBack, add, waitToResend } = await setUp();
  const { emailId } = await comeBack("email.delivered");
  const waiting = await submitTo(form);
  await report({ type: "email.bounced", emailId, bounceType: "Permanent" });
  expect(await emailsAbout(waiting)).toMatchObject([
    { status: "cancelled", failureReason: "recipient_bounced", dueAt: null },
  ]);
  await waitToResend();
  dataOf(await add(), 202, RecipientPending);
  expect(await drainOutbox()).toMatchObject({ cancelled: 0, sent: 2 });
});

it("a recipient whose email came back is confirmed again by a new link, which lifts the block", async () => {
  const { workspace, recipient, form, comeBack, add, read, waitToResend } = await setUp();
  await comeBack();
  await waitToResend();
  expect(dataOf(await add(), 202, RecipientPending)).toMatchObject({
    id: recipient.id,
    status: "pending",
    verifiedAt: null,
    blockedReason: "bounced",
  });
  errorOf(await add(), "verification_cooldown");
  const [secret = ""] = await linkSecrets(workspace, recipient.email);
  expect(await findVerification(secret, new Date())).toMatchObject({ state: "open" });
  expect((await verifyRecipient(secret, callerAt(new Date()))).state).toBe("open");
  expect((await verifyRecipient(secret, callerAt(new Date()))).state).toBe("already_confirmed");
  expect(await read()).toMatchObject({ status: "verified", blockedReason: null });
  dataOf(await add(), 200, Recipient);
  const later = await submitTo(form);
  await drainOutbox();
  expect(await emailsAbout(later)).toMatchObject([{ status: "delivered" }]);
});

it("a recipient whose email came back can't lift the block with a link that was sent before it", async () => {
  const { workspace, recipient, comeBack, add, read, change } = await setUp();
  await change({ verifiedAt: null, verificationSentAt: null });
  await add();
  const [secret = ""] = await linkSecrets(workspace, recipient.email);
  await change({ verifiedAt: workspace.ctx.now });
  await comeBack();
  expect(await verifyRecipient(secret, callerAt(new Date()))).toEqual({ state: "invalid" });
  expect((await read())?.blockedReason).toBe("bounced");
});

it("a recipient whose email came back isn't blocked by a late report about an email from before it was confirmed", async () => {
  const { comeBack, read, change } = await setUp();
  const { emailId } = await comeBack("email.delivered");
  await change({ verifiedAt: new Date(Date.now() + 1_000) });
  await report({ type: "email.bounced", emailId, bounceType: "Permanent" });
  expect((await read())?.blockedReason).toBeNull();
});

it("a recipient whose email came back may be pending: then its confirmation email came back", async () => {
  const { workspace, add, read, change } = await setUp();
  await change({ verifiedAt: null, verificationSentAt: null });
  await add();
  await drainOutbox();
  const { providerEmailId: emailId } = await db().delivery.findFirstOrThrow({
    where: { workspaceId: workspace.id, kind: "verification" },
  });
  await report({ type: "email.bounced", emailId, bounceType: "Permanent" });
  expect(await read()).toMatchObject({ status: "pending", blockedReason: "bounced" });
});

it("a recipient whose email came back is unblocked if its owner proves the address by a link to their account", async () => {
  const { workspace, recipient, comeBack, read } = await setUp();
  await comeBack();
  await transaction((tx) => addProvenRecipient(tx, workspace.ctx, recipient.email));
  expect(await read()).toMatchObject({ status: "verified", blockedReason: null });
});

it("a recipient whose email came back can't be notified by a manual retry", async () => {
  const { workspace, form, comeBack } = await setUp();
  const submissionId = await submitTo(form);
  const [email] = await emailsAbout(submissionId);
  await db().delivery.updateMany({
    where: { id: email?.id ?? "" },
    data: { status: "failed", dueAt: null },
  });
  await comeBack();
  const retry = retryEmail(workspace.ctx, submissionId, email?.id ?? "", {
    acknowledgePossibleDuplicate: false,
  });
  await expectRejection(retry, "delivery_not_retryable", {
    message: expect.stringContaining("confirmed again"),
  });
});

it("the people who run the forms are notified once, except an owner whose own address is blocked", async () => {
  const { workspace, recipient, comeBack } = await setUp();
  const second = await addMember(workspace, "owner");
  await addMember(workspace, "owner", recipient.email);
  await addMember(workspace, "member");
  const { emailId } = await comeBack();
  await report({ type: "email.complained", emailId });
  const emails = await queuedEmails(workspace);
  expect(emails.map(({ to }) => to).sort()).toEqual(
    [workspace.user.email, second.user.email].sort(),
  );
  expect(emails[0]?.data).toMatchObject({
    kind: "account",
    purpose: "recipient_blocked",
    email: recipient.email,
    reason: "bounced",
    link: "http://localhost:3000/recipients",
  });
});

it("the people who run the forms find the block in the audit log and in the form doctor", async () => {
  const { workspace, recipient, form, comeBack } = await setUp();
  const before = await diagnoseForm(workspace.ctx, form.id);
  await comeBack();
  const { data } = await listAudit(workspace.ctx, { limit: 1 });
  expect(data[0]).toMatchObject({
    action: "recipient.blocked",
    actor: { kind: "system" },
    subject: { id: recipient.id, name: recipient.email },
    details: { reason: "bounced" },
  });
  const isBlockedFinding = ({ id }: { id: string }) => id === "recipient_blocked";
  expect(before.filter(isBlockedFinding)).toEqual([]);
  expect((await diagnoseForm(workspace.ctx, form.id)).filter(isBlockedFinding)).toMatchObject([
    { severity: "error", section: "recipients", what: expect.stringContaining(recipient.email) },
  ]);
});

it.each(["email.bounced", "email.complained"])(
  "a visitor isn't asked to confirm messages of the workspace anymore after %s",
  async (type) => {
    const { workspace, form, id } = await createWaiting();
    const { workspace: other } = await createWaiting();
    await drainOutbox();
    const [email] = await emailsAbout(id);
    await report({ type, emailId: email?.providerEmailId ?? null, bounceType: "Permanent" });
    expect(await isOptedOut(db(), workspace.ctx, ADA)).toBe(true);
    expect(await isOptedOut(db(), other.ctx, ADA)).toBe(false);
    expect(await kindsOf(await sendMessage(form))).toEqual([]);
  },
);

it.each(["email.bounced", "email.complained"])(
  "a visitor's address gets no more auto-replies of the workspace after %s",
  async (type) => {
    const { workspace, form } = await createAutoReplyForm();
    const { workspace: other } = await createAutoReplyForm();
    const submissionId = await askForReply(form, "Ada@example.com");
    await drainOutbox();
    const [email] = await emailsAbout(submissionId);
    await report({ type, emailId: email?.providerEmailId ?? null, bounceType: "Permanent" });
    expect(await isOptedOut(db(), workspace.ctx, "ada@example.com")).toBe(true);
    expect(await isOptedOut(db(), other.ctx, "ada@example.com")).toBe(false);
  },
);

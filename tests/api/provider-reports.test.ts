import { expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { settings } from "#lib/core/settings/settings";
import { retryEmail } from "#lib/domain/emails/retry-email";
import { getSubmission } from "#lib/domain/submissions/store";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { submitTo } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import {
  emailsAbout,
  postReport,
  REPORT_SECRET,
  report,
  reportBody,
  signatureOf,
} from "#tests/support/factories/provider-reports";
import { changeSettings } from "#tests/support/setup/change-settings";
import { setUpLiveEmail } from "#tests/support/twins/live-email";

process.env.RESEND_WEBHOOK_SECRET = REPORT_SECRET;
setUpLiveEmail(1000);

/** A notification that the provider has accepted. */
async function sentNotification() {
  const { workspace, recipient, form } = await createOwnForm();
  const submissionId = await submitTo(form);
  await drainOutbox();
  const read = async () => {
    const [delivery] = (await getSubmission(workspace.ctx, submissionId)).deliveries;
    if (!delivery) throw new Error("no email was queued");
    return delivery;
  };
  const [row] = await emailsAbout(submissionId);
  return { workspace, recipient, form, submissionId, read, emailId: row?.providerEmailId ?? null };
}

it("an accepted email has no report at first, and keeps its status whatever is reported", async () => {
  const { read, emailId } = await sentNotification();
  expect(emailId).not.toBeNull();
  expect(await read()).toMatchObject({
    status: "sent",
    providerStatus: null,
    providerReportedAt: null,
  });
  const at = new Date(Date.now() - 1_000);
  for (const [type, providerStatus] of [
    ["email.delivery_delayed", "delayed"],
    ["email.delivered", "delivered"],
    ["email.bounced", "bounced"],
    ["email.complained", "complained"],
  ] as const) {
    expect((await report({ type, emailId, at })).status).toBe(200);
    expect(await read()).toMatchObject({
      status: "sent",
      providerStatus,
      providerReportedAt: at.getTime(),
    });
  }
});

it("a late or repeated report doesn't change a later one", async () => {
  const { read, emailId } = await sentNotification();
  const at = new Date(Date.now() - 60_000);
  const body = reportBody({ type: "email.bounced", emailId, bounceType: "Transient", at });
  const headers = signatureOf(body);
  expect((await postReport(body, headers)).status).toBe(200);
  const bounced = await read();
  for (const type of ["email.delivered", "email.delivery_delayed"])
    expect((await report({ type, emailId })).status).toBe(200);
  expect((await postReport(body, headers)).status).toBe(200);
  expect(await read()).toEqual(bounced);
  expect(bounced).toMatchObject({ providerStatus: "bounced", providerReportedAt: at.getTime() });
});

it("unknown events and emails are accepted and change nothing", async () => {
  const { read, emailId } = await sentNotification();
  const before = await read();
  for (const sent of [
    { type: "email.opened", emailId },
    { type: "contact.created", emailId },
    { type: "email.bounced", emailId: "4ef9a417-02e9-4d39-ad75-9611e0fcc33c" },
    { type: "email.bounced", emailId: null },
  ])
    expect((await report(sent)).status).toBe(200);
  for (const body of ["[]", "null", '"text"', "{}"])
    expect((await postReport(body, signatureOf(body))).status).toBe(200);
  expect(await read()).toEqual(before);
});

it("rejects what isn't signed with the secret within 5 minutes", async () => {
  const { read, emailId } = await sentNotification();
  const body = reportBody({ type: "email.bounced", emailId, bounceType: "Permanent" });
  const signed = signatureOf(body);
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
  const rejected: [string, Record<string, string>][] = [
    [body, {}],
    [`${body} `, signed],
    [body, signatureOf(body, { secret: `whsec_${btoa("another secret of 24 bytes")}` })],
    [body, signatureOf(body, { at: ago(310) })],
    [body, signatureOf(body, { at: ago(-310) })],
    [body, { ...signed, "svix-id": "msg_other" }],
    [body, { ...signed, "svix-timestamp": String(Math.floor(Date.now() / 1000) + 1) }],
    [body, { ...signed, "svix-timestamp": "now" }],
    [body, { ...signed, "svix-signature": (signed["svix-signature"] ?? "").replace("v1,", "v2,") }],
    [body, { ...signed, "svix-signature": "v1," }],
  ];
  for (const [text, headers] of rejected) {
    const response = await postReport(text, headers);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: "signature_invalid" } });
  }
  expect((await read()).providerStatus).toBeNull();
  expect((await postReport(body, signatureOf(body, { at: ago(290) }))).status).toBe(200);
});

it("accepts the headers of Svix and the standard, and one valid signature among several", async () => {
  const { read, emailId } = await sentNotification();
  const body = reportBody({ emailId });
  const signed = signatureOf(body);
  const signatures = `v1,${btoa("x".repeat(32))} ${signed["svix-signature"]}`;
  expect((await postReport(body, { ...signed, "svix-signature": signatures })).status).toBe(200);
  expect((await read()).providerStatus).toBe("delivered");
  expect((await postReport(body, signatureOf(body, { prefix: "webhook" }))).status).toBe(200);
});

it("rejects a body that's too large or isn't JSON", async () => {
  const large = `"${"x".repeat(256 * 1024)}"`;
  const response = await postReport(large, signatureOf(large));
  expect(response.status).toBe(413);
  for (const body of ["", "{", "<html>"])
    expect((await postReport(body, signatureOf(body))).status).toBe(422);
});

it("doesn't exist without the secret", async () => {
  changeSettings({ email: { ...settings().email, resendWebhookSecret: undefined } });
  const body = reportBody({ emailId: null });
  const response = await postReport(body, signatureOf(body));
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
});

it("a permanent bounce blocks the recipient only in its own workspace", async () => {
  const one = await sentNotification();
  const other = await sentNotification();
  await db().recipient.updateMany({
    where: { id: other.recipient.id },
    data: { email: one.recipient.email, emailKey: one.recipient.email },
  });
  await report({ type: "email.bounced", emailId: one.emailId, bounceType: "Permanent" });
  const blocked = async ({ recipient: { id } }: typeof one) =>
    (await db().recipient.findFirstOrThrow({ where: { id } })).blockedReason;
  expect([await blocked(one), await blocked(other)]).toEqual(["bounced", null]);
});

it.each(["Transient", "Undetermined", undefined])(
  "a bounce of type %s is shown, and blocks no one",
  async (bounceType) => {
    const { recipient, read, emailId } = await sentNotification();
    await report({ type: "email.bounced", emailId, ...(bounceType ? { bounceType } : {}) });
    expect((await read()).providerStatus).toBe("bounced");
    const { blockedReason } = await db().recipient.findFirstOrThrow({
      where: { id: recipient.id },
    });
    expect(blockedReason).toBeNull();
  },
);

it("a manual retry starts without a report, and reports about the first email change nothing", async () => {
  const { workspace, submissionId, read, emailId } = await sentNotification();
  await report({ emailId });
  const { id } = await read();
  const failed = { status: "failed", lastAttemptAt: new Date(Date.now() - 120_000) };
  await db().delivery.updateMany({ where: { id }, data: failed });
  await retryEmail(workspace.ctx, submissionId, id, { acknowledgePossibleDuplicate: false });
  expect(await read()).toMatchObject({ providerStatus: null, providerReportedAt: null });
  await report({ type: "email.bounced", emailId, bounceType: "Permanent" });
  expect(await read()).toMatchObject({ status: "queued", providerStatus: null });
});

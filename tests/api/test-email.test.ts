import { expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { settings } from "#lib/core/settings/settings";
import { listCapturedEmails } from "#lib/domain/emails/captured-emails";
import { sendTestEmail } from "#lib/entry/operations/send-test-email";
import { expectRejection } from "#tests/support/contract/rejection";
import { auditEntriesOf } from "#tests/support/factories/audit-entries";
import { contextAt, createWorkspace } from "#tests/support/factories/factories";
import { changeSettings } from "#tests/support/setup/change-settings";
import { setUpSmtpEmail } from "#tests/support/twins/live-email";
import { createTestClock } from "#tests/support/twins/test-clock";

const OPERATOR = "Operator-of-mail@example.com";
process.env.OPERATOR_EMAILS = OPERATOR;
const live = setUpSmtpEmail();

async function createOperator(verifiedAt: Date | null = new Date()) {
  const workspace = await createWorkspace();
  await db().user.deleteMany({ where: { email: OPERATOR } });
  await db().user.update({
    where: { id: workspace.user.id },
    data: { email: OPERATOR, emailKey: OPERATOR.toLowerCase(), verifiedAt },
  });
  await db().countedEvent.deleteMany({ where: { bucket: { startsWith: "test-email:" } } });
  return workspace;
}

it("an operator's test email goes to their own address, and the audit log knows", async () => {
  const { id, ctx } = await createOperator();
  expect(await sendTestEmail(ctx)).toEqual({
    tone: "success",
    message: `The email server 127.0.0.1 accepted the email to ${OPERATOR}. Check that it arrives.`,
  });
  expect(live.twin.accepted).toMatchObject([{ from: "forms@example.com", to: [OPERATOR] }]);
  const entry = { actorName: OPERATOR, details: { mode: "live" } };
  expect(await auditEntriesOf({ id }, "account.test_email_sent")).toMatchObject([entry]);
});

it("says what went wrong, and whether the email may have been sent", async () => {
  const { ctx } = await createOperator();
  live.twin.failNext({ at: "envelope", code: 550, message: "5.7.1 Relaying denied" });
  expect(await sendTestEmail(ctx)).toEqual({
    tone: "danger",
    message: "The email wasn’t sent. The email server responded with 550: 5.7.1 Relaying denied",
  });
  live.twin.failNext({ at: "content", end: "drop" });
  expect(await sendTestEmail(ctx)).toMatchObject({
    tone: "warning",
    message: expect.stringMatching(
      /^The email may have been sent\. Lost the connection to the email server/,
    ),
  });
  await live.twin.whileAway(async () => {
    expect(await sendTestEmail(ctx)).toMatchObject({
      tone: "danger",
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });
  const clock = createTestClock(ctx.now);
  live.twin.failNext({ at: "envelope", end: "hang" });
  const taken = live.twin.faultTaken();
  const sending = sendTestEmail(ctx, clock);
  await taken;
  clock.timeOutCalls();
  expect(await sending).toMatchObject({ tone: "danger", message: expect.stringContaining("time") });
});

it("is sent at most 5 times an hour", async () => {
  const workspace = await createOperator();
  for (let nth = 0; nth < 5; nth += 1) await sendTestEmail(workspace.ctx);
  await expectRejection(sendTestEmail(workspace.ctx), "rate_limited");
  const later = contextAt(workspace, new Date(workspace.ctx.now.getTime() + 3_601_000));
  expect(await sendTestEmail(later)).toMatchObject({ tone: "success" });
});

it("doesn't exist for others, or for an operator whose address isn't verified", async () => {
  const { ctx } = await createWorkspace();
  await expectRejection(sendTestEmail(ctx), "not_found");
  const unverified = await createOperator(null);
  await expectRejection(sendTestEmail(unverified.ctx), "not_found");
  expect(live.twin.received).toHaveLength(0);
});

it("a test email is captured like every other where emails are captured, and says so", async () => {
  const { ctx } = await createOperator();
  changeSettings({ email: { ...settings().email, mode: "capture" } });
  expect(await sendTestEmail(ctx)).toEqual({
    tone: "info",
    message: `Nothing was sent: emails are captured. The email to ${OPERATOR} is in the test inbox.`,
  });
  const { data } = await listCapturedEmails(ctx, { limit: 25 });
  expect(data).toMatchObject([{ to: OPERATOR, subject: "Test email from Form Intake" }]);
});

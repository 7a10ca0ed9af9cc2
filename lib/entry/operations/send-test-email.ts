import { db, transaction } from "#lib/adapters/db/database";
import { CALL_DEADLINE_MS, type Email, type EmailOutcome } from "#lib/adapters/email/email";
import { type Context, requireOwnSession } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { isOperator } from "#lib/domain/accounts/sessions";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { type Clock, systemClock } from "#lib/domain/deliveries/clock";
import { storeCaptured } from "#lib/domain/emails/captured-emails";
import { noteEmailOutcome } from "#lib/domain/emails/email-refusal";
import { toNoticeHtml } from "#lib/domain/emails/html/write-html";
import { toNoticeText } from "#lib/domain/emails/notice-text";
import { sendEmail } from "#lib/domain/emails/send-email";
import { spendQuotaIn } from "#lib/domain/usage/quota";

const MAX_PER_HOUR = 5;

/** The result of a test email, in a sentence. `tone` shows whether it was sent. */
export type TestEmailResult = { tone: "success" | "info" | "warning" | "danger"; message: string };

/**
 * Sends an email to an operator's own address, the way all others are sent, but immediately and only once.
 *
 * @throws {AppError} not_found for others; rate_limited beyond 5 an hour
 */
export async function sendTestEmail(
  ctx: Context,
  clock: Clock = systemClock,
): Promise<TestEmailResult> {
  const to = await requireOperatorAddress(ctx);
  const email = composeTestEmail(to);
  const { mode } = settings().email;
  await transaction(async (tx) => {
    const quota = { bucket: `test-email:${to}`, max: MAX_PER_HOUR, windowSeconds: 3_600 };
    const message = `You can send ${MAX_PER_HOUR} test emails an hour. Try again later.`;
    await spendQuotaIn(tx, [quota], ctx.now, message);
    await recordAudit(tx, ctx, { action: "account.test_email_sent", details: { mode } });
    if (mode === "capture") await storeCaptured(tx, ctx, "account", email);
  });
  if (mode === "capture")
    return {
      tone: "info",
      message: `Nothing was sent: emails are captured. The email to ${to} is in the test inbox.`,
    };
  // Uses no slot: test emails are rare, and no slot is free while the provider rejects us.
  const call = { idempotencyKey: newId(), signal: clock.deadline(CALL_DEADLINE_MS) };
  const outcome = await sendEmail(email, call);
  await noteEmailOutcome(outcome, clock.now());
  return describeOutcome(outcome, to);
}

/** @throws {AppError} session_required; not_found for everyone but operators, who alone see the page */
async function requireOperatorAddress(ctx: Context): Promise<string> {
  const user = await db().user.findUniqueOrThrow({ where: { id: requireOwnSession(ctx) } });
  if (!isOperator(user)) throw notFound();
  return user.email;
}

function describeOutcome(outcome: EmailOutcome, to: string): TestEmailResult {
  if (outcome.kind === "accepted")
    return {
      tone: "success",
      message: `${providerName()} accepted the email to ${to}. Check that it arrives.`,
    };
  return outcome.kind === "unknown"
    ? { tone: "warning", message: `The email may have been sent. ${outcome.error}` }
    : { tone: "danger", message: `The email wasn’t sent. ${outcome.error}` };
}

function providerName(): string {
  const { smtp } = settings().email;
  return smtp ? `The email server ${smtp.host}` : "Resend";
}

/** Composes the email that shows an operator whether sending works. */
function composeTestEmail(to: string): Email {
  const content = {
    subject: "Test email from Form Intake",
    title: "Email works",
    paragraphs: ["If you can read this, this service can send emails to you."],
    action: { label: "Open the status page", href: `${settings().baseUrl}/operator` },
    reason: "You’re receiving this because you asked for it on the status page.",
  };
  return {
    from: settings().email.from,
    to,
    replyTo: null,
    subject: content.subject,
    headers: { "Auto-Submitted": "auto-generated" },
    html: toNoticeHtml(content),
    text: toNoticeText(content),
  };
}

import { db, pool, transaction } from "#lib/adapters/db/database";
import type { Prisma } from "#lib/adapters/db/generated/client";
import { type Context, mintContext } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { metrics } from "#lib/core/telemetry/metrics";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { cancelRecipientEmails } from "#lib/domain/deliveries/cancel";
import { queueOwnerEmails } from "#lib/domain/deliveries/queue";
import { isToVisitor } from "#lib/domain/deliveries/schema";
import { optOutAddress } from "#lib/domain/emails/auto-reply/opt-out";
import { capturedEmailsSeenBy } from "#lib/domain/emails/captured-emails";
import type { BlockedReason } from "#lib/domain/recipients/blocked-reason";
import { lockRecipients } from "#lib/domain/recipients/store";

/** An email provider's report about an email that it accepted. */
export type EmailReport = {
  status: ProviderStatus;
  /** True if it bounced permanently: another email to this address won't arrive either. */
  isPermanent: boolean;
  at: Date;
};

const REPORTED = {
  id: true,
  kind: true,
  email: true,
  recipientId: true,
  lastAttemptAt: true,
} as const satisfies Prisma.DeliverySelect;
type ReportedEmail = Prisma.DeliveryGetPayload<{ select: typeof REPORTED }>;

/**
 * A gate: records the provider's report about the email with this ID, in the workspace of its delivery and
 * nowhere else. A repeated, late, or unknown report changes nothing.
 */
export async function recordEmailReport(
  providerEmailId: string,
  report: EmailReport,
  now: Date,
): Promise<void> {
  const email = await db().delivery.findFirst({
    where: { providerEmailId, channel: "email" },
    select: { workspaceId: true, ...REPORTED },
  });
  if (email)
    await applyReport(mintContext(email.workspaceId, { kind: "system" }, now), email, report);
}

/**
 * Sets the provider's status of a delivery, which only moves on: a late "delivered" doesn't hide a bounce. A
 * permanent bounce or a complaint blocks the recipient, or opts a visitor out of auto-replies.
 *
 * The caller triggers a drain afterwards.
 */
async function applyReport(ctx: Context, email: ReportedEmail, report: EmailReport): Promise<void> {
  const { status, at } = report;
  const { rowCount } = await pool().query(
    `UPDATE deliveries SET provider_status = $3, provider_reported_at = $4
    WHERE workspace_id = $1 AND id = $2
      AND array_position($5::text[], $3) > coalesce(array_position($5::text[], provider_status), 0)`,
    [ctx.workspaceId, email.id, status, at, STATUS_RANKS],
  );
  if (rowCount === 1) metrics().emailReports.inc({ status });
  if (status === "complained" || (status === "bounced" && report.isPermanent))
    await stopEmails(ctx, email, status, report);
}

/**
 * Ends emails to the address. Repeating this changes nothing: if the process dies before it's done,
 * the provider's repeat of the report completes it.
 */
async function stopEmails(
  ctx: Context,
  { kind, email, recipientId, lastAttemptAt }: ReportedEmail,
  reason: BlockedReason,
  { at }: EmailReport,
): Promise<void> {
  if (isToVisitor(kind)) return optOutAddress(ctx, email ?? "");
  if (recipientId === null) return;
  // A bounce dates from when the email was sent; a complaint dates from the report.
  const evidenceAt = reason === "bounced" ? (lastAttemptAt ?? at) : at;
  await blockRecipient(ctx, recipientId, reason, evidenceAt);
}

/**
 * Stops the notifications of a recipient until its address is confirmed again: cancels the queued ones,
 * invalidates links that were sent to it before, and emails the other owners. A recipient that is already
 * blocked isn't changed.
 *
 * @param evidenceAt - if the address was confirmed later, it works, and nothing changes
 */
async function blockRecipient(
  ctx: Context,
  recipientId: string,
  reason: BlockedReason,
  evidenceAt: Date,
): Promise<void> {
  const { workspaceId, now } = ctx;
  await transaction(async (tx) => {
    await lockRecipients(tx, ctx);
    const [blocked] = await tx.recipient.updateManyAndReturn({
      where: {
        workspaceId,
        id: recipientId,
        blockedReason: null,
        OR: [{ verifiedAt: null }, { verifiedAt: { lte: evidenceAt } }],
      },
      data: { blockedReason: reason },
      select: { email: true },
    });
    if (!blocked) return;
    const { email } = blocked;
    await tx.recipientVerification.updateMany({
      where: { workspaceId, recipientId, usedAt: null, expiresAt: { gt: now } },
      data: { expiresAt: now },
    });
    await cancelRecipientEmails(tx, ctx, recipientId, `recipient_${reason}`);
    const subject = { id: recipientId, name: email };
    await recordAudit(tx, ctx, { action: "recipient.blocked", subject, details: { reason } });
    const link = `${settings().baseUrl}/recipients`;
    const notice = { kind: "account", purpose: "recipient_blocked", link, email, reason } as const;
    const dataFor = (workspaceName: string) => ({ ...notice, workspaceName });
    await queueOwnerEmails(tx, ctx, dataFor, { except: email });
  });
}

/** A provider's reports about an email. Each outranks those before it. */
export const STATUS_RANKS = ["delayed", "delivered", "bounced", "complained"] as const;
export type ProviderStatus = (typeof STATUS_RANKS)[number];

/**
 * Has the same effect as a permanent bounce of a captured email.
 *
 * The caller triggers a drain afterwards.
 *
 * @throws {AppError} not_found, also once its delivery is deleted
 */
export async function simulateBounce(ctx: Context, capturedEmailId: string): Promise<void> {
  if (!isId(capturedEmailId)) throw notFound();
  const email = await findCapturedDelivery(ctx, capturedEmailId);
  if (!email) throw notFound();
  const report = { status: "bounced", isPermanent: true, at: ctx.now } as const;
  // Treated as sent now, so that a later confirmation doesn't make the report outdated.
  await applyReport(ctx, { ...email, lastAttemptAt: ctx.now }, report);
}

/**
 * Finds the delivery of a captured email that the caller may see. Each series has one delivery and
 * one captured email.
 */
export async function findCapturedDelivery(ctx: Context, capturedEmailId: string) {
  const { workspaceId } = ctx;
  const captured = await db().capturedEmail.findFirst({
    where: { AND: await capturedEmailsSeenBy(ctx), id: capturedEmailId, workspaceId },
    select: { seriesKey: true },
  });
  if (!captured) return null;
  return db().delivery.findFirst({
    where: { workspaceId, channel: "email", dedupeKey: captured.seriesKey },
    select: { providerStatus: true, ...REPORTED },
  });
}

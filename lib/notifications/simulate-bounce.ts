import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { applyReport, type ReportedEmail } from "#lib/notifications/report-email";
import { capturedEmailsSeenBy } from "#lib/notifications/visible-emails";

/**
 * Does what a permanent bounce of a captured email would do.
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
  // As if it had been sent now, whatever was confirmed since it was captured.
  await applyReport(ctx, { ...email, lastAttemptAt: ctx.now }, report);
}

/** The delivery of a captured email that the caller may see. A series has one of each. */
export async function findCapturedDelivery(
  ctx: Context,
  capturedEmailId: string,
): Promise<(ReportedEmail & { providerStatus: string | null }) | null> {
  const { workspaceId } = ctx;
  const captured = await db().capturedEmail.findFirst({
    where: { AND: await capturedEmailsSeenBy(ctx), id: capturedEmailId, workspaceId },
    select: { seriesKey: true },
  });
  if (!captured) return null;
  const row = await db().delivery.findFirst({
    where: { workspaceId, channel: "email", dedupeKey: captured.seriesKey },
    select: {
      id: true,
      kind: true,
      email: true,
      recipientId: true,
      lastAttemptAt: true,
      providerStatus: true,
    },
  });
  return row && { ...row, email: row.email ?? "" };
}

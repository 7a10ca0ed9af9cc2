import type { Db } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";

/**
 * Cancels queued deliveries, and those that wait for another attempt. A delivery that is being sent at
 * this moment stays in the queue: its result is recorded, and no other attempt follows. Deliveries are
 * locked in the order of their IDs, as workers lock them, so that transactions can't deadlock.
 */
async function cancelWaiting(
  tx: Db,
  ctx: Context,
  failureReason:
    | "moved_to_spam"
    | "revision_changed"
    | "recipient_removed"
    | "recipient_bounced"
    | "recipient_complained"
    | "member_removed",
  condition: Prisma.Sql,
): Promise<void> {
  await tx.$executeRaw`
    WITH held AS MATERIALIZED (
      SELECT workspace_id, id FROM deliveries
      WHERE workspace_id = ${ctx.workspaceId}::uuid AND status IN ('queued', 'retrying')
        AND due_at IS NOT NULL AND ${condition}
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE deliveries d SET status = 'cancelled', failure_reason = ${failureReason},
      next_attempt_at = NULL, due_at = NULL, claim_token = NULL, sealed_payload = NULL
    FROM held h WHERE d.workspace_id = h.workspace_id AND d.id = h.id`;
}

/** Cancels the queued emails and events of submissions that move to spam, but no reply that a person has sent. */
export async function cancelSubmissionDeliveries(
  tx: Db,
  ctx: Context,
  submissionIds: readonly string[],
): Promise<void> {
  const about = Prisma.sql`submission_id = ANY(${[...submissionIds]}::uuid[]) AND kind <> 'reply'`;
  await cancelWaiting(tx, ctx, "moved_to_spam", about);
}

/** Cancels a webhook's queued events when its configuration changes. */
export async function cancelWebhookEvents(tx: Db, ctx: Context, webhookId: string): Promise<void> {
  const ofWebhook = Prisma.sql`channel = 'webhook' AND concurrency_key = ${webhookId}::uuid`;
  await cancelWaiting(tx, ctx, "revision_changed", ofWebhook);
}

/** Cancels the queued digests to a member who is removed. */
export async function cancelDigests(tx: Db, ctx: Context, email: string): Promise<void> {
  const toMember = Prisma.sql`channel = 'email' AND kind = 'digest' AND email = ${email}`;
  await cancelWaiting(tx, ctx, "member_removed", toMember);
}

/**
 * Cancels the queued emails to a recipient that is removed. For a blocked recipient, cancels only the
 * notifications: it still gets confirmation emails.
 */
export async function cancelRecipientEmails(
  tx: Db,
  ctx: Context,
  recipientId: string,
  reason: "recipient_removed" | "recipient_bounced" | "recipient_complained",
): Promise<void> {
  const isRemoved = reason === "recipient_removed";
  const which = isRemoved
    ? Prisma.sql`channel = 'email'`
    : Prisma.sql`kind IN ('notification', 'digest')`;
  const toRecipient = Prisma.sql`${which} AND recipient_id = ${recipientId}::uuid`;
  await cancelWaiting(tx, ctx, reason, toRecipient);
}

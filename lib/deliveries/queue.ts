import type { PoolClient } from "pg";
import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import { type Db, pool } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { EMAIL_CONCURRENCY_KEY } from "#lib/deliveries/claim";
import type { EmailData } from "#lib/deliveries/schema";

/**
 * What makes a delivery due now. A worker that still holds it loses it, and then records nothing. By the
 * database's clock, unless ours is behind: a clock that is ahead must not delay anything.
 */
export async function dueNow(tx: Db, ctx: Context) {
  const [row] = await tx.$queryRaw<{ dueAt: Date }[]>`
    SELECT least(${ctx.now}::timestamptz, now()) AS "dueAt"`;
  const dueAt = row?.dueAt ?? ctx.now;
  return { status: "queued", nextAttemptAt: dueAt, dueAt, claimToken: null };
}

type NewEmail = {
  to: string;
  recipientId?: string;
  data: EmailData;
  /** The first series of attempts, by which the test inbox finds the email; a new ID by default. */
  seriesKey?: string;
};

/** $1 delivery, $2 workspace, $3 recipient, $4 kind, $5 address, $6 data, $7 series, $8 time. */
const QUEUE = `
INSERT INTO deliveries (id, workspace_id, channel, recipient_id, kind, email, status, sealed_data,
  dedupe_key, created_at, next_attempt_at, concurrency_key, due_at)
VALUES ($1::uuid, $2::uuid, 'email', $3::uuid, $4, $5, 'queued', $6, $7::uuid, $8::timestamptz,
  least($8::timestamptz, now()), '${EMAIL_CONCURRENCY_KEY}', least($8::timestamptz, now()))`;

function valuesOf(
  ctx: Context,
  { to, recipientId, data, seriesKey = newId() }: NewEmail,
): unknown[] {
  const id = newId();
  const row = { workspaceId: ctx.workspaceId, id };
  const sealed = encryptSecret("email_data", row, JSON.stringify(data));
  return [id, ctx.workspaceId, recipientId ?? null, data.kind, to, sealed, seriesKey, ctx.now];
}

/**
 * Queues an email that isn't about a submission, in the transaction that makes it due. It is sent by
 * the next drain, whatever happens to this process.
 */
export async function queueEmail(tx: Db, ctx: Context, email: NewEmail): Promise<void> {
  await tx.$executeRawUnsafe(QUEUE, ...valuesOf(ctx, email));
}

/** The same in a transaction of `clientTransaction`. */
export async function queueEmailBy(
  client: PoolClient,
  ctx: Context,
  email: NewEmail,
): Promise<void> {
  await client.query(QUEUE, valuesOf(ctx, email));
}

/**
 * Cancels queued deliveries, and those that wait for another attempt. One that is being sent at this
 * moment stays in the queue: its result is recorded, and no other attempt follows. Deliveries are locked
 * in the order of their IDs, as workers lock them, so that no two transactions wait for each other.
 */
async function cancelWaiting(
  tx: Db,
  ctx: Context,
  failureReason: "moved_to_spam" | "revision_changed" | "recipient_removed",
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

/** Cancels what is queued about submissions that move to spam: emails and events. */
export async function cancelSubmissionDeliveries(
  tx: Db,
  ctx: Context,
  submissionIds: readonly string[],
): Promise<void> {
  const about = Prisma.sql`submission_id = ANY(${[...submissionIds]}::uuid[])`;
  await cancelWaiting(tx, ctx, "moved_to_spam", about);
}

/** Cancels the queued events of a webhook whose configuration changes. */
export async function cancelWebhookEvents(tx: Db, ctx: Context, webhookId: string): Promise<void> {
  const ofWebhook = Prisma.sql`channel = 'webhook' AND concurrency_key = ${webhookId}::uuid`;
  await cancelWaiting(tx, ctx, "revision_changed", ofWebhook);
}

/** Cancels the queued emails to a recipient that is removed. */
export async function cancelRecipientEmails(
  tx: Db,
  ctx: Context,
  recipientId: string,
): Promise<void> {
  const toRecipient = Prisma.sql`channel = 'email' AND recipient_id = ${recipientId}::uuid`;
  await cancelWaiting(tx, ctx, "recipient_removed", toRecipient);
}

/** Due deliveries are counted up to this number, which bounds the cost. */
export const MAX_COUNTED = 10_000;

/** How far behind the service is with its deliveries, over all workspaces. */
export type OutboxLag = {
  /** Deliveries that are due and not claimed, at most {@link MAX_COUNTED}. */
  dueCount: number;
  /** Seconds since the oldest one became due; null when none is due. */
  oldestDueSeconds: number | null;
};

/** Scans the index of due times, up to {@link MAX_COUNTED} deliveries. */
export async function getOutboxLag(now: Date): Promise<OutboxLag> {
  const { rows } = await pool().query<{ count: number; oldest: Date | null }>(
    `SELECT count(*)::int AS count, min(due_at) AS oldest
    FROM (SELECT due_at FROM deliveries WHERE due_at <= $1 ORDER BY due_at LIMIT ${MAX_COUNTED}) due`,
    [now],
  );
  const { count = 0, oldest = null } = rows[0] ?? {};
  const oldestDueSeconds =
    oldest === null ? null : Math.floor((now.getTime() - oldest.getTime()) / 1000);
  return { dueCount: count, oldestDueSeconds };
}

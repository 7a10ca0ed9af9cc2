import type { PoolClient } from "pg";
import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import { type Db, pool } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { type Channel, EMAIL, WEBHOOK } from "#lib/deliveries/channels";
import { EMAIL_CONCURRENCY_KEY } from "#lib/deliveries/claim";
import type { EmailData } from "#lib/deliveries/schema";

/** A delivery to queue: an event with its webhook, or else an email. */
type Queued = { deliveryId: string; webhookId?: string };

/**
 * Makes a delivery due now, in the transaction that sets its status to `queued`. A worker that still
 * holds its entry loses it, and then records nothing.
 */
export async function queueDelivery(tx: Db, ctx: Context, queued: Queued): Promise<void> {
  const { deliveryId: subjectId, webhookId } = queued;
  const due = { dueAt: ctx.now, claimToken: null };
  await tx.outboxEntry.upsert({
    where: { subjectId },
    create: {
      id: newId(),
      workspaceId: ctx.workspaceId,
      kind: webhookId ? "webhook" : "email",
      subjectId,
      concurrencyKey: webhookId ?? EMAIL_CONCURRENCY_KEY,
      createdAt: ctx.now,
      ...due,
    },
    update: due,
  });
}

type NewEmail = { to: string; recipientId?: string; data: EmailData };

/** $1 delivery, $2 workspace, $3 recipient, $4 kind, $5 address, $6 data, $7 series, $8 time, $9 entry. */
const QUEUE = `
WITH email AS (
  INSERT INTO email_deliveries (id, workspace_id, recipient_id, kind, email, status, sealed_data,
    series_key, created_at, next_attempt_at)
  VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5, 'queued', $6, $7::uuid, $8::timestamptz, $8::timestamptz)
)
INSERT INTO outbox (id, workspace_id, kind, subject_id, lane, due_at, created_at)
VALUES ($9::uuid, $2::uuid, 'email', $1::uuid, '${EMAIL_CONCURRENCY_KEY}', $8::timestamptz, $8::timestamptz)`;

function valuesOf(ctx: Context, { to, recipientId, data }: NewEmail): unknown[] {
  const sealed = encryptSecret(JSON.stringify(data));
  return [
    newId(),
    ctx.workspaceId,
    recipientId ?? null,
    data.kind,
    to,
    sealed,
    newId(),
    ctx.now,
    newId(),
  ];
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
 * Deletes queue entries, in the transaction that cancels or deletes their deliveries. Entries are
 * locked in the order of their IDs and before their deliveries, as workers lock them, so that no two
 * transactions wait for each other.
 *
 * @param deliveries - a query of delivery IDs
 */
export async function dropEntries(tx: Db, deliveries: Prisma.Sql): Promise<void> {
  await drop(tx, deliveries, Prisma.empty);
}

async function drop(tx: Db, deliveries: Prisma.Sql, condition: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM outbox WHERE id = ANY (ARRAY (
      SELECT id FROM outbox WHERE subject_id IN (${deliveries}) ${condition} ORDER BY id FOR UPDATE
    ))`;
}

/**
 * Cancels queued deliveries, and those that wait for another attempt. One that is being sent at this
 * moment keeps its entry: its result is recorded, and no other attempt follows.
 */
async function cancelWaiting(
  tx: Db,
  ctx: Context,
  channel: Channel,
  { condition, set }: { condition: Prisma.Sql; set: Prisma.Sql },
): Promise<void> {
  const table = Prisma.raw(channel.deliveries);
  const waiting = Prisma.sql`${condition} AND workspace_id = ${ctx.workspaceId}::uuid
    AND status IN ('queued', 'retrying')`;
  await drop(
    tx,
    Prisma.sql`SELECT id FROM ${table} WHERE ${waiting}`,
    Prisma.sql`AND claim_token IS NULL`,
  );
  await tx.$executeRaw`
    UPDATE ${table} SET status = 'cancelled', next_attempt_at = NULL, ${set} WHERE ${waiting}`;
}

/** Cancels what is queued about submissions that move to spam: emails and events. */
export async function cancelSubmissionDeliveries(
  tx: Db,
  ctx: Context,
  submissionIds: readonly string[],
): Promise<void> {
  const condition = Prisma.sql`submission_id = ANY(${[...submissionIds]}::uuid[])`;
  await cancelWaiting(tx, ctx, EMAIL, { condition, set: Prisma.sql`sealed_payload = NULL` });
  const set = Prisma.sql`failure_reason = 'moved_to_spam'`;
  await cancelWaiting(tx, ctx, WEBHOOK, { condition, set });
}

/** Cancels the queued events of a webhook whose configuration changes. */
export async function cancelWebhookEvents(tx: Db, ctx: Context, webhookId: string): Promise<void> {
  const condition = Prisma.sql`webhook_id = ${webhookId}::uuid`;
  const set = Prisma.sql`failure_reason = 'revision_changed'`;
  await cancelWaiting(tx, ctx, WEBHOOK, { condition, set });
}

/** Due entries are counted up to this number, which bounds the cost. */
export const MAX_COUNTED = 10_000;

/** How far behind the service is with its deliveries, over all workspaces. */
export type OutboxLag = {
  /** Entries that are due and not claimed, at most {@link MAX_COUNTED}. */
  dueCount: number;
  /** Seconds since the oldest one became due; null when none is due. */
  oldestDueSeconds: number | null;
};

/** Scans the index of due times, up to {@link MAX_COUNTED} entries. */
export async function getOutboxLag(now: Date): Promise<OutboxLag> {
  const { rows } = await pool().query<{ count: number; oldest: Date | null }>(
    `SELECT count(*)::int AS count, min(due_at) AS oldest
    FROM (SELECT due_at FROM outbox WHERE due_at <= $1 ORDER BY due_at LIMIT ${MAX_COUNTED}) due`,
    [now],
  );
  const { count = 0, oldest = null } = rows[0] ?? {};
  const oldestDueSeconds =
    oldest === null ? null : Math.floor((now.getTime() - oldest.getTime()) / 1000);
  return { dueCount: count, oldestDueSeconds };
}

import type { PoolClient } from "pg";
import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import { type Db, pool } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { MAIL_LANE } from "#lib/deliveries/claim";
import type { EmailData } from "#lib/deliveries/schema";

type Subject = {
  kind: "email" | "webhook";
  /** The delivery. */
  subjectId: string;
  /** The webhook of an event; mail has one lane. */
  lane?: string;
};

/**
 * Makes a delivery due now, in the transaction that makes it `queued`. A worker that still holds its
 * entry loses it: what that worker then records changes nothing.
 */
export async function queueEntry(tx: Db, ctx: Context, subject: Subject): Promise<void> {
  const { kind, subjectId, lane = MAIL_LANE } = subject;
  const due = { dueAt: ctx.now, claimToken: null };
  await tx.outboxEntry.upsert({
    where: { subjectId },
    create: {
      id: newId(),
      workspaceId: ctx.workspaceId,
      kind,
      subjectId,
      lane,
      createdAt: ctx.now,
      ...due,
    },
    update: due,
  });
}

type NewEmail = { to: string; recipientId?: string; data: EmailData };

/** $1 delivery, $2 workspace, $3 recipient, $4 kind, $5 address, $6 data, $7 series, $8 time, $9 entry. */
const QUEUE = `
WITH mail AS (
  INSERT INTO email_deliveries (id, workspace_id, recipient_id, kind, email, status, sealed_data,
    series_key, created_at, next_attempt_at)
  VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5, 'queued', $6, $7::uuid, $8::timestamptz, $8::timestamptz)
)
INSERT INTO outbox (id, workspace_id, kind, subject_id, lane, due_at, created_at)
VALUES ($9::uuid, $2::uuid, 'email', $1::uuid, '${MAIL_LANE}', $8::timestamptz, $8::timestamptz)`;

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
 * Queues one mail that is not about a message, in the transaction that makes it due. It leaves with
 * the next drain and is never lost, whatever happens to this process.
 */
export async function queueEmail(tx: Db, ctx: Context, email: NewEmail): Promise<void> {
  await tx.$executeRawUnsafe(QUEUE, ...valuesOf(ctx, email));
}

/** The same in a transaction that the outbox's workers opened without Prisma. */
export async function queueEmailBy(
  client: PoolClient,
  ctx: Context,
  email: NewEmail,
): Promise<void> {
  await client.query(QUEUE, valuesOf(ctx, email));
}

/**
 * Forgets entries, in the transaction that cancels or deletes what they are about. They are taken in
 * the order of their ids, as workers take them, and before their deliveries: so nobody who holds some
 * of them waits in a circle with somebody who holds others.
 *
 * @param subjects - a query of the ids of deliveries
 */
export async function dropEntries(tx: Db, subjects: Prisma.Sql): Promise<void> {
  await drop(tx, subjects, Prisma.empty);
}

/** The same, without those that a worker has claimed: they are the worker's to remove. */
export async function dropUnclaimedEntries(tx: Db, subjects: Prisma.Sql): Promise<void> {
  await drop(tx, subjects, Prisma.sql`AND claim_token IS NULL`);
}

async function drop(tx: Db, subjects: Prisma.Sql, only: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM outbox WHERE id = ANY (ARRAY (
      SELECT id FROM outbox WHERE subject_id IN (${subjects}) ${only} ORDER BY id FOR UPDATE
    ))`;
}

/**
 * Cancels the mails of messages that have not left: queued, or waiting for another try. What is
 * being sent at this moment is not touched: its answer is recorded, and no try follows.
 */
export async function cancelQueuedEmails(
  tx: Db,
  ctx: Context,
  submissionIds: readonly string[],
): Promise<void> {
  const waiting = Prisma.sql`
    SELECT id FROM email_deliveries
    WHERE submission_id = ANY(${[...submissionIds]}::uuid[])
      AND workspace_id = ${ctx.workspaceId}::uuid AND status IN ('queued', 'retrying')`;
  await dropUnclaimedEntries(tx, waiting);
  await tx.emailDelivery.updateMany({
    where: {
      workspaceId: ctx.workspaceId,
      submissionId: { in: [...submissionIds] },
      status: { in: ["queued", "retrying"] },
    },
    data: { status: "cancelled", nextAttemptAt: null, sealedPayload: null },
  });
}

type Cancelled =
  | { webhookId: string; reason: "revision_changed" }
  | { submissionIds: readonly string[]; reason: "moved_to_spam" };

/**
 * Cancels events that have not left: queued, or waiting for another try. What is being sent at this
 * moment is not touched: its answer is recorded, and no try follows.
 */
export async function cancelQueuedEvents(tx: Db, ctx: Context, which: Cancelled): Promise<void> {
  const of =
    "webhookId" in which
      ? Prisma.sql`webhook_id = ${which.webhookId}::uuid`
      : Prisma.sql`submission_id = ANY(${[...which.submissionIds]}::uuid[])`;
  const waiting = Prisma.sql`${of} AND workspace_id = ${ctx.workspaceId}::uuid
    AND status IN ('queued', 'retrying')`;
  await dropUnclaimedEntries(tx, Prisma.sql`SELECT id FROM webhook_deliveries WHERE ${waiting}`);
  await tx.$executeRaw`
    UPDATE webhook_deliveries
    SET status = 'cancelled', failure_reason = ${which.reason}, next_attempt_at = NULL
    WHERE ${waiting}`;
}

/** Due entries that are counted; more of them are this many. Bounds the cost of looking. */
export const MAX_COUNTED = 10_000;

/** How far behind the service is with what it owes to others, of all workspaces together. */
export type OutboxLag = {
  /** Entries that are due and not in work, at most {@link MAX_COUNTED}. */
  dueCount: number;
  /** Seconds since the oldest of them became due; null when none is. */
  oldestDueSeconds: number | null;
};

/** One scan of the index of due times, which ends after {@link MAX_COUNTED} entries. */
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

import type { PoolClient } from "pg";
import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import type { Db } from "#lib/db/database";
import { MAIL_LANE } from "#lib/outbox/claim-due";
import type { EmailData } from "#lib/outbox/schema";

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

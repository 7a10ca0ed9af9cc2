import type pg from "pg";
import { type Db, pool } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import { queryRows } from "#lib/adapters/db/query-rows";
import { browserName } from "#lib/core/browser-name";
import type { Context } from "#lib/core/context";
import { addressKey } from "#lib/core/email-address";
import { newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import { EMAIL_CONCURRENCY_KEY } from "#lib/domain/deliveries/claim";
import { noteQueued } from "#lib/domain/deliveries/drain-trigger";
import type { EmailData, EmailKind, SecurityNotice } from "#lib/domain/deliveries/schema";

/**
 * Assignments that make a delivery due now. A worker that still holds it loses it, and then records nothing. By the
 * database's clock, unless ours is behind: a clock that is ahead must not delay anything.
 */
export async function dueNow(tx: Db, ctx: Pick<Context, "now">) {
  noteQueued();
  const [row] = await queryRows<{ dueAt: Date }>(tx, { dueAt: "timestamptz" })`
    SELECT least(${ctx.now}::timestamptz, now()) AS "dueAt"`;
  const dueAt = row?.dueAt ?? ctx.now;
  return { status: "queued", nextAttemptAt: dueAt, dueAt, claimToken: null };
}

type NewEmail<Data extends object> = {
  to: string;
  recipientId?: string;
  submissionId?: string;
  data: Data;
  /** The first series of attempts, by which the test inbox finds the email; a new ID by default. */
  seriesKey?: string;
};

/**
 * Queues an email that isn't about a submission, in the transaction that makes it due. It is sent by
 * the next drain, whatever happens to this process.
 */
export function queueEmail(tx: Db, ctx: Context, email: NewEmail<EmailData>): Promise<void> {
  return queueEmailOfKind(tx, ctx, email.data.kind, email);
}

/** {@link queueEmail} for one that may be about a submission. @param email.data - what it's composed from */
export async function queueEmailOfKind(
  tx: Db,
  { workspaceId, now }: Context,
  kind: EmailKind,
  { to, recipientId, submissionId, data, seriesKey = newId() }: NewEmail<object>,
): Promise<void> {
  noteQueued();
  const id = newId();
  const sealed = encryptSecret("email_data", { workspaceId, id }, JSON.stringify(data));
  await tx.$executeRaw`
    INSERT INTO deliveries (id, workspace_id, channel, recipient_id, submission_id, kind, email, status,
      sealed_data, dedupe_key, created_at, next_attempt_at, concurrency_key, due_at)
    VALUES (${id}::uuid, ${workspaceId}::uuid, 'email', ${recipientId ?? null}::uuid, ${submissionId ?? null}::uuid,
      ${kind}, ${to}, 'queued', ${sealed}, ${seriesKey}::uuid, ${now}::timestamptz,
      least(${now}::timestamptz, now()), ${EMAIL_CONCURRENCY_KEY}::uuid, least(${now}::timestamptz, now()))`;
}

/**
 * Queues an email to every owner of the workspace, as {@link queueEmail} does.
 *
 * @param except - an owner with this address gets none
 */
export async function queueOwnerEmails(
  tx: Db,
  ctx: Context,
  dataFor: (workspaceName: string) => EmailData,
  { except = "" }: { except?: string } = {},
): Promise<void> {
  const owners = { role: "owner", user: { emailKey: { not: addressKey(except) } } };
  const { name, memberships } = await tx.workspace.findUniqueOrThrow({
    where: { id: ctx.workspaceId },
    select: {
      name: true,
      memberships: { where: owners, select: { user: { select: { email: true } } } },
    },
  });
  for (const { user } of memberships)
    await queueEmail(tx, ctx, { to: user.email, data: dataFor(name) });
}

/**
 * Cancels queued deliveries, and those that wait for another attempt. One that is being sent at this
 * moment stays in the queue: its result is recorded, and no other attempt follows. Deliveries are locked
 * in the order of their IDs, as workers lock them, so that no two transactions wait for each other.
 */
async function cancelWaiting(
  tx: Db,
  ctx: Context,
  failureReason:
    | "moved_to_spam"
    | "revision_changed"
    | "recipient_removed"
    | "recipient_bounced"
    | "recipient_complained",
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

/** Cancels the queued emails and events of submissions that move to spam. */
export async function cancelSubmissionDeliveries(
  tx: Db,
  ctx: Context,
  submissionIds: readonly string[],
): Promise<void> {
  const about = Prisma.sql`submission_id = ANY(${[...submissionIds]}::uuid[])`;
  await cancelWaiting(tx, ctx, "moved_to_spam", about);
}

/** Cancels a webhook's queued events when its configuration changes. */
export async function cancelWebhookEvents(tx: Db, ctx: Context, webhookId: string): Promise<void> {
  const ofWebhook = Prisma.sql`channel = 'webhook' AND concurrency_key = ${webhookId}::uuid`;
  await cancelWaiting(tx, ctx, "revision_changed", ofWebhook);
}

/**
 * Cancels the queued emails to a recipient that is removed, or the notifications of one that is blocked:
 * it still gets confirmation emails.
 */
export async function cancelRecipientEmails(
  tx: Db,
  ctx: Context,
  recipientId: string,
  reason: "recipient_removed" | "recipient_bounced" | "recipient_complained",
): Promise<void> {
  const isRemoved = reason === "recipient_removed";
  const which = isRemoved ? Prisma.sql`channel = 'email'` : Prisma.sql`kind = 'notification'`;
  const toRecipient = Prisma.sql`${which} AND recipient_id = ${recipientId}::uuid`;
  await cancelWaiting(tx, ctx, reason, toRecipient);
}

/** Due deliveries are counted up to this number, which bounds the cost. */
export const MAX_COUNTED = 10_000;

/**
 * The service's backlog over all workspaces: deliveries that are due and not claimed, up to
 * {@link MAX_COUNTED}, and for how long the oldest one has been due; null when none is.
 */
export async function getOutboxLag(now: Date) {
  const [row] = await queryRows<{ count: number; oldest: Date | null }>(pool(), {
    count: "int4",
    oldest: "timestamptz",
  })`
    SELECT count(*)::int AS count, min(due_at) AS oldest
    FROM (SELECT due_at FROM deliveries WHERE due_at <= ${now} ORDER BY due_at LIMIT ${MAX_COUNTED}) due`;
  const { count = 0, oldest = null } = row ?? {};
  const oldestDueSeconds =
    oldest === null ? null : Math.floor((now.getTime() - oldest.getTime()) / 1000);
  return { dueCount: count, oldestDueSeconds };
}

/*
 * As if each had an attempt whose response was lost. Emails that have an open attempt already are as a
 * killed worker left them. $1 is the time of the backup, $2 the error of the attempt.
 */
const HOLD = `
WITH held AS (
  UPDATE deliveries d SET status = 'retrying', attempt_count = attempt_count + 1,
    series_attempts = series_attempts + 1, series_started_at = coalesce(series_started_at, $1),
    last_attempt_at = $1, next_attempt_at = coalesce(next_attempt_at, due_at)
  WHERE channel = 'email' AND due_at IS NOT NULL AND NOT EXISTS (
    SELECT FROM attempts a WHERE a.workspace_id = d.workspace_id AND a.delivery_id = d.id
      AND a.number = d.attempt_count AND a.outcome = 'pending')
  RETURNING workspace_id, id, attempt_count
)
INSERT INTO attempts (workspace_id, delivery_id, number, id, trigger, started_at, finished_at, outcome, error)
SELECT workspace_id, id, attempt_count, gen_random_uuid(), 'automatic', $1, $1, 'uncertain', $2 FROM held`;

/**
 * Emails that were queued when a backup was made may have been sent since. After a restore they're
 * repeated only as long as the provider recognizes the repeat, and are uncertain from then on.
 *
 * Events need nothing: endpoints drop repeats by their ID.
 */
export async function holdRestoredEmails(client: pg.Client, madeAt: Date): Promise<void> {
  const error = "The service was restored from a backup. The email may have been sent before.";
  await client.query(HOLD, [madeAt, error]);
}

/**
 * Emails a user what happened in their account: when, in which browser, from which address, and what to do
 * if it wasn't them. Call it in the transaction of the change.
 */
export async function queueSecurityEmail(
  tx: Db,
  ctx: Context,
  userId: string,
  { purpose, name = null }: Pick<SecurityNotice, "purpose"> & Partial<Pick<SecurityNotice, "name">>,
): Promise<void> {
  const { email } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true },
  });
  const { caller, now } = ctx;
  await queueEmail(tx, ctx, {
    to: email,
    data: {
      kind: "account",
      purpose,
      name,
      at: now.getTime(),
      browser: caller && browserName(caller.userAgent),
      address: caller?.address ?? null,
    },
  });
}

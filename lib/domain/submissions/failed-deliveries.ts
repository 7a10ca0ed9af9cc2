import { db, pool } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import { type Columns, queryRows } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { decodeCursor, NEWEST, type Page, toPage } from "#lib/core/cursor";
import { DAY_MS } from "#lib/core/durations";
import { AppError } from "#lib/core/errors";
import { idsOf } from "#lib/core/ids";
import { retryAvailableAt } from "#lib/domain/deliveries/retry";
import { retryEmail } from "#lib/domain/emails/retry-email";
import { retryWebhookDelivery } from "#lib/domain/endpoints/retry-delivery";
import {
  SELECT_SENDER,
  SENDER_COLUMNS,
  type Sender,
  type SenderRow,
  toSender,
} from "#lib/domain/forms/spam/sender-sql";
import {
  type DeliveryKind,
  type FailedFilter,
  type ListFailedQuery,
  MessageKind,
  type RetryFailedInput,
  TroubledStatus,
} from "#lib/domain/submissions/inbox/inbox-schema";

/** A delivery about a message that ended failed or uncertain, or that waits after a failed attempt. */
export type FailedDelivery = {
  id: string;
  submissionId: string;
  formId: string;
  formName: string;
  kind: MessageKind;
  status: TroubledStatus;
  /** The address of an email, or the URL of an endpoint, masked if it's a secret. */
  to: string;
  /** The destination of an event; null for emails and the form's webhook. */
  destinationId: string | null;
  sender: Sender;
  /** The time of the last attempt, in epoch milliseconds. */
  failedAt: number;
  /** In epoch milliseconds; null once the delivery has ended. */
  nextAttemptAt: number | null;
  /** The response status of the last attempt; null if there was no attempt or no response. */
  responseStatus: number | null;
  error: string | null;
  /** The reason that an event failed, as listed in `endpoints/schema.ts`; null for emails. */
  failureReason: string | null;
  /** In epoch milliseconds; null if it can't be retried. */
  retryAvailableAt: number | null;
};

type Row = SenderRow &
  Omit<
    FailedDelivery,
    "kind" | "status" | "sender" | "failedAt" | "nextAttemptAt" | "retryAvailableAt"
  > & {
    kind: string;
    status: string;
    failedAt: Date;
    nextAttemptAt: Date | null;
    createdAt: Date;
    lastAttemptAt: Date | null;
    isRetryable: boolean;
  };

const COLUMNS: Columns<Row> = {
  ...SENDER_COLUMNS,
  id: "uuid",
  submissionId: "uuid",
  formId: "uuid",
  formName: "text",
  kind: "text",
  status: "text",
  to: "text",
  destinationId: "uuid",
  failedAt: "timestamptz",
  nextAttemptAt: "timestamptz",
  createdAt: "timestamptz",
  lastAttemptAt: "timestamptz",
  responseStatus: "int4",
  error: "text",
  failureReason: "text",
  isRetryable: "bool",
};

/**
 * SQL for deliveries `d` that failed, or that wait after a failed attempt, with the time of that in `troubled_at`.
 * Their messages `s` of forms `f` can still be read and aren't spam. Deliveries of a deleted webhook are left out.
 */
export function troubledSql({ workspaceId, now }: Context): Prisma.Sql {
  return Prisma.sql`(
      SELECT *, failed_at AS troubled_at FROM deliveries
      WHERE workspace_id = ${workspaceId}::uuid AND failed_at IS NOT NULL AND submission_id IS NOT NULL
      UNION ALL SELECT *, last_attempt_at FROM deliveries
      WHERE channel IN ('email', 'webhook') AND workspace_id = ${workspaceId}::uuid AND due_at IS NOT NULL
        AND status = 'retrying' AND submission_id IS NOT NULL
    ) d
    JOIN submissions s ON s.workspace_id = d.workspace_id AND s.id = d.submission_id
      AND s.folder <> 'spam' AND (s.expires_at IS NULL OR s.expires_at > ${now})
    JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id AND f.deleted_at IS NULL
    LEFT JOIN webhooks w ON w.workspace_id = d.workspace_id AND w.id = d.webhook_id
    WHERE d.kind NOT IN ('submission.updated', 'submission.noted') AND w.deleted_at IS NULL`;
}

function kindSql(kind: DeliveryKind): Prisma.Sql {
  const message = MessageKind.safeParse(kind);
  if (message.success && message.data !== "submission.created")
    return Prisma.sql`d.kind = ${message.data}`;
  return Prisma.sql`d.kind = 'submission.created' AND w.kind = ${message.success ? "webhook" : kind}`;
}

function matchSql({ formId, kind, status, endpointId }: FailedFilter): Prisma.Sql {
  return Prisma.join(
    [
      Prisma.sql`TRUE`,
      ...(formId ? [Prisma.sql`s.form_id = ${formId}::uuid`] : []),
      ...(kind ? [kindSql(kind)] : []),
      ...(status ? [Prisma.sql`d.status = ${status}`] : []),
      ...(endpointId ? [Prisma.sql`d.webhook_id = ${endpointId}::uuid`] : []),
    ],
    " AND ",
  );
}

const PAGE_SIZE = 25;

/** Lists one page of the deliveries that {@link troubledSql} selects, the latest failure first. */
export async function listFailed(
  ctx: Context,
  { cursor, ...filter }: ListFailedQuery,
): Promise<Page<FailedDelivery>> {
  const after = cursor ? decodeCursor(cursor) : NEWEST;
  const rows = await queryRows(pool(), COLUMNS)`
    SELECT d.id, s.id AS "submissionId", f.id AS "formId", f.name AS "formName", d.kind,
      d.status, coalesce(d.email, w.url) AS "to", d.troubled_at AS "failedAt",
      CASE WHEN d.status = 'retrying' THEN d.next_attempt_at END AS "nextAttemptAt", d.created_at AS "createdAt", d.last_attempt_at AS "lastAttemptAt",
      d.failure_reason AS "failureReason", a.response_status AS "responseStatus", a.error, ${SELECT_SENDER},
      CASE WHEN NOT w.is_form_webhook THEN w.id END AS "destinationId",
      CASE WHEN d.channel = 'webhook' THEN w.enabled AND (w.revision = d.revision OR NOT w.is_form_webhook)
        ELSE d.status <> 'retrying' AND (d.kind = 'reply' OR d.kind = 'notification' AND EXISTS (
          SELECT FROM recipients r WHERE r.workspace_id = d.workspace_id AND r.id = d.recipient_id
            AND r.blocked_reason IS NULL)) END AS "isRetryable"
    FROM (
      SELECT d.*, s.form_id FROM ${troubledSql(ctx)} AND ${matchSql(filter)}
        AND (d.troubled_at, d.id) < (${after.at}, ${after.id}::uuid)
      ORDER BY d.troubled_at DESC, d.id DESC LIMIT ${PAGE_SIZE + 1}
    ) d
    JOIN submissions s ON s.workspace_id = d.workspace_id AND s.id = d.submission_id
    JOIN forms f ON f.workspace_id = d.workspace_id AND f.id = d.form_id
    LEFT JOIN webhooks w ON w.workspace_id = d.workspace_id AND w.id = d.webhook_id
    LEFT JOIN attempts a ON a.workspace_id = d.workspace_id AND a.delivery_id = d.id
      AND a.number = d.attempt_count
    ORDER BY d.troubled_at DESC, d.id DESC`;
  return toPage(rows, PAGE_SIZE, ({ failedAt, id }) => ({ at: failedAt, id }), toFailed);
}

function toFailed(row: Row): FailedDelivery {
  const { shortFields, name, email, createdAt, lastAttemptAt, isRetryable, ...rest } = row;
  return {
    ...rest,
    kind: MessageKind.parse(row.kind),
    status: TroubledStatus.parse(row.status),
    sender: toSender({ shortFields, name, email }),
    failedAt: row.failedAt.getTime(),
    nextAttemptAt: row.nextAttemptAt?.getTime() ?? null,
    retryAvailableAt: isRetryable ? retryAvailableAt({ createdAt, lastAttemptAt }).getTime() : null,
  };
}

/** Counting stops at this number; pages show "more than". */
export const MAX_COUNTED_FAILED = 10_000;

/** `retrying`: events that wait after a failed attempt, and can be sent now. */
export type FailedCounts = { failed: number; uncertain: number; retrying: number };

/** Counts what {@link listFailed} lists, up to {@link MAX_COUNTED_FAILED}. */
export async function countFailed(ctx: Context, filter: FailedFilter): Promise<FailedCounts> {
  const columns = { failed: "int4", uncertain: "int4", retrying: "int4" } as const;
  const [row] = await queryRows<FailedCounts>(pool(), columns)`
    SELECT (count(*) FILTER (WHERE status = 'failed'))::int AS failed,
      (count(*) FILTER (WHERE status = 'uncertain'))::int AS uncertain,
      (count(*) FILTER (WHERE status = 'retrying' AND channel = 'webhook'))::int AS retrying
    FROM (SELECT d.status, d.channel FROM ${troubledSql(ctx)} AND ${matchSql(filter)} LIMIT ${MAX_COUNTED_FAILED}) found`;
  return row ?? { failed: 0, uncertain: 0, retrying: 0 };
}

const ATTENTION_MS = 7 * DAY_MS;

/**
 * SQL for the IDs of forms with a delivery that failed in the last 7 days or waits after a failed attempt, or with a
 * failing or suspended endpoint.
 */
function failingSql(ctx: Context): Prisma.Sql {
  const since = new Date(ctx.now.getTime() - ATTENTION_MS);
  return Prisma.sql`
    SELECT f.id FROM webhooks w
      JOIN forms f ON f.workspace_id = w.workspace_id AND f.id = w.form_id AND f.deleted_at IS NULL
      WHERE w.workspace_id = ${ctx.workspaceId}::uuid AND w.deleted_at IS NULL
        AND w.enabled AND w.health IN ('failing', 'suspended')
    UNION ALL SELECT f.id FROM ${troubledSql(ctx)} AND d.troubled_at > ${since}`;
}

/** Returns whether deliveries of any form are failing, or a recipient is blocked. */
export async function needsAttention(ctx: Context): Promise<boolean> {
  const [row] = await db().$queryRaw<{ isNeeded: boolean }[]>`
    SELECT EXISTS (${failingSql(ctx)}) OR EXISTS (
      SELECT FROM recipients WHERE workspace_id = ${ctx.workspaceId}::uuid AND blocked_reason IS NOT NULL
    ) AS "isNeeded"`;
  return row?.isNeeded ?? false;
}

/** Returns the IDs of the forms whose deliveries are failing. */
export async function findFailingForms(ctx: Context): Promise<ReadonlySet<string>> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT DISTINCT id FROM (${failingSql(ctx)}) failing`;
  return new Set(idsOf(rows));
}

/**
 * Retries one page of the failed deliveries that match, and doesn't change the others.
 *
 * @param query.acknowledgePossibleDuplicate - retries uncertain emails, which may arrive twice
 * @returns counts; `skipped`: can't be retried, or not within a minute of the last attempt
 */
export async function retryFailedBatch(
  ctx: Context,
  { acknowledgePossibleDuplicate, ...query }: RetryFailedInput,
) {
  const page = await listFailed(ctx, query);
  let retried = 0;
  for (const one of page.data) {
    if (
      one.retryAvailableAt === null ||
      (one.status === "uncertain" && !acknowledgePossibleDuplicate)
    )
      continue;
    try {
      if (one.kind === "submission.created")
        await retryWebhookDelivery(ctx, one.formId, one.id, one.destinationId);
      else await retryEmail(ctx, one.submissionId, one.id, { acknowledgePossibleDuplicate });
      retried++;
    } catch (failure) {
      // The delivery has changed since, or its minute isn't over: it stays listed.
      if (!(failure instanceof AppError)) throw failure;
    }
  }
  return { retried, skipped: page.data.length - retried, nextCursor: page.nextCursor };
}

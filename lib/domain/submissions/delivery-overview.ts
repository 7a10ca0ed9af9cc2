import { pool } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import { type Columns, queryRows } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { toHealth, type WebhookState } from "#lib/domain/endpoints/store";
import { MAX_COUNTED_FAILED, troubledSql } from "#lib/domain/submissions/failed-deliveries";
import { DeliveryKind } from "#lib/domain/submissions/inbox/inbox-schema";

/**
 * The maximum number of forms, newest first, and the most of each one's latest messages that are searched for
 * a success.
 */
const MAX_FORMS = 200;
const MAX_LATEST = 10;

/** The state of a form's deliveries of one kind, or of one destination. Times are epoch milliseconds. */
export type ChannelState = {
  formId: string;
  formName: string;
  kind: DeliveryKind;
  /** Null for emails and the form's webhook. */
  destination: { id: string; name: string } | null;
  /** The webhook or destination; null for emails. */
  endpointId: string | null;
  /** The last success among the form's latest messages; null if none of them was delivered. */
  lastDeliveredAt: number | null;
  failed: number;
  uncertain: number;
  /** The number waiting after a failed attempt. */
  retrying: number;
  /** The time of the latest failed attempt. */
  lastFailedAt: number | null;
  /** The reason that the latest of these wasn't delivered. */
  responseStatus: number | null;
  error: string | null;
  failureReason: string | null;
  nextAttemptAt: number | null;
  /** The number queued, being sent, or waiting for another attempt. */
  waiting: number;
  /** The state of the webhook or destination; null for emails. */
  webhook: WebhookState | null;
};

type Row = Omit<ChannelState, "kind"> & { kind: string };

const COLUMNS: Columns<Row> = {
  formId: "uuid",
  formName: "text",
  kind: "text",
  destination: "json",
  lastDeliveredAt: "float8",
  endpointId: "uuid",
  failed: "int4",
  uncertain: "int4",
  retrying: "int4",
  lastFailedAt: "float8",
  responseStatus: "int4",
  error: "text",
  failureReason: "text",
  nextAttemptAt: "float8",
  waiting: "int4",
  webhook: "json",
};

const epochMs = (column: string) => Prisma.raw(`(extract(epoch FROM ${column}) * 1000)::float8`);

/**
 * Returns a row for each form and each kind of delivery that it has or is set up for, and for each
 * of its destinations. Failed and waiting deliveries are counted exactly, up to 10,000 of the
 * workspace.
 */
export async function getDeliveryOverview(ctx: Context): Promise<ChannelState[]> {
  const workspaceId = ctx.workspaceId;
  const rows = await queryRows(pool(), COLUMNS)`
    WITH shown AS MATERIALIZED (
      SELECT id, name FROM forms WHERE workspace_id = ${workspaceId}::uuid AND deleted_at IS NULL
      ORDER BY created_at DESC, id DESC LIMIT ${MAX_FORMS}
    ), endpoints AS MATERIALIZED (
      SELECT * FROM webhooks
      WHERE workspace_id = ${workspaceId}::uuid AND deleted_at IS NULL
    ), failed AS MATERIALIZED (
      SELECT s.form_id, d.kind, d.webhook_id, d.status, d.troubled_at, d.next_attempt_at, d.id,
        d.attempt_count, d.failure_reason
      FROM ${troubledSql(ctx)} ORDER BY d.troubled_at DESC, d.id DESC LIMIT ${MAX_COUNTED_FAILED}
    ), latest AS (
      SELECT DISTINCT ON (form_id, kind, webhook_id) * FROM failed
      ORDER BY form_id, kind, webhook_id, troubled_at DESC, id DESC
    ), waiting AS (
      SELECT s.form_id, d.kind, d.webhook_id FROM (
        SELECT * FROM deliveries WHERE channel IN ('email', 'webhook') AND workspace_id = ${workspaceId}::uuid
          AND due_at IS NOT NULL AND submission_id IS NOT NULL
          AND kind NOT IN ('submission.updated', 'submission.noted') LIMIT ${MAX_COUNTED_FAILED}
      ) d JOIN submissions s ON s.workspace_id = d.workspace_id AND s.id = d.submission_id
    ), delivered AS (
      SELECT f.id AS form_id, d.kind, d.webhook_id, d.last_attempt_at
      FROM shown f CROSS JOIN unnest(ARRAY['inbox', 'archive']) AS folders(name)
      CROSS JOIN LATERAL (
        SELECT workspace_id, id FROM submissions
        WHERE workspace_id = ${workspaceId}::uuid AND form_id = f.id AND folder = folders.name
        ORDER BY received_at DESC, id DESC LIMIT ${MAX_LATEST}
      ) s JOIN deliveries d ON d.workspace_id = s.workspace_id AND d.submission_id = s.id
      WHERE d.status = 'delivered' AND d.kind NOT IN ('submission.updated', 'submission.noted')
    ), facts AS (
      SELECT form_id, kind, webhook_id, NULL::timestamptz AS delivered_at, status, troubled_at,
        CASE WHEN status = 'retrying' THEN next_attempt_at END AS next_attempt_at, 0 AS waiting
        FROM failed
      UNION ALL SELECT form_id, kind, webhook_id, NULL, NULL, NULL, NULL, 1 FROM waiting
      UNION ALL SELECT form_id, kind, webhook_id, last_attempt_at, NULL, NULL, NULL, 0 FROM delivered
      UNION ALL SELECT form_id, 'submission.created', id, NULL, NULL, NULL, NULL, 0 FROM endpoints
      UNION ALL SELECT DISTINCT form_id, 'notification', NULL::uuid, NULL::timestamptz, NULL, NULL::timestamptz,
        NULL::timestamptz, 0 FROM form_recipients WHERE workspace_id = ${workspaceId}::uuid
    ), summed AS (
      SELECT t.form_id, t.kind, e.id AS webhook_id, max(delivered_at) AS delivered_at,
        count(*) FILTER (WHERE status = 'failed')::int AS failed,
        count(*) FILTER (WHERE status = 'uncertain')::int AS uncertain,
        count(*) FILTER (WHERE status = 'retrying')::int AS retrying,
        max(troubled_at) AS failed_at, min(next_attempt_at) AS next_attempt_at, sum(waiting)::int AS waiting
      FROM facts t LEFT JOIN endpoints e ON e.id = t.webhook_id
      GROUP BY t.form_id, t.kind, e.id
    )
    SELECT f.id AS "formId", f.name AS "formName",
      CASE WHEN w.kind <> 'webhook' THEN w.kind ELSE m.kind END AS kind, w.id AS "endpointId",
      CASE WHEN NOT w.is_form_webhook THEN json_build_object('id', w.id, 'name', w.name) END AS destination,
      ${epochMs("m.delivered_at")} AS "lastDeliveredAt", m.failed, m.uncertain, m.retrying,
      ${epochMs("m.failed_at")} AS "lastFailedAt", ${epochMs("m.next_attempt_at")} AS "nextAttemptAt",
      a.response_status AS "responseStatus", a.error, l.failure_reason AS "failureReason", m.waiting,
      CASE WHEN w.id IS NOT NULL THEN json_build_object('url', w.url, 'enabled', w.enabled,
        'health', CASE w.health WHEN 'unknown' THEN 'healthy' ELSE w.health END, 'failuresInRow', w.failures_in_row,
        'failingSince', ${epochMs("w.failing_since")}, 'lastDeliveredAt', ${epochMs("m.delivered_at")}) END AS webhook
    FROM summed m JOIN shown f ON f.id = m.form_id
    LEFT JOIN endpoints w ON w.id = m.webhook_id
    LEFT JOIN latest l ON l.form_id = m.form_id AND l.kind = m.kind
      AND l.webhook_id IS NOT DISTINCT FROM m.webhook_id
    LEFT JOIN attempts a ON a.workspace_id = ${workspaceId}::uuid AND a.delivery_id = l.id
      AND a.number = l.attempt_count
    ORDER BY lower(f.name), f.id, m.kind, w.is_form_webhook DESC NULLS FIRST, w.created_at, w.id`;
  return rows.map(({ webhook, ...row }) => ({
    ...row,
    kind: DeliveryKind.parse(row.kind),
    webhook: webhook && { ...webhook, health: toHealth(webhook.health) },
  }));
}

/** Returns whether deliveries of this kind have a problem to look into. Pure. */
export function isTroubled({ failed, uncertain, retrying, webhook }: ChannelState): boolean {
  const isFailing = webhook?.enabled && (webhook.health !== "healthy" || webhook.failuresInRow > 0);
  return failed + uncertain + retrying > 0 || isFailing === true;
}

import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { visibleSql } from "#lib/submissions/filter-sql";
import { FOLDERS, Folder } from "#lib/submissions/schema";

export type MessageTotals = { formId: string; folder: Folder; total: number; unread: number };

/** Messages by form and folder, from counters: the cost does not grow with messages. */
export async function countMessages(ctx: Context): Promise<MessageTotals[]> {
  const rows = await db().$queryRaw<
    { form_id: string; folder: string; total: bigint; unread: bigint }[]
  >`
    SELECT m.form_id, m.folder, sum(m.total) AS total, sum(m.unread) AS unread
    FROM forms f JOIN message_counts m ON m.form_id = f.id
    WHERE f.workspace_id = ${ctx.workspaceId}::uuid AND f.deleted_at IS NULL
    GROUP BY m.form_id, m.folder`;
  return rows.map((row) => ({
    formId: row.form_id,
    folder: Folder.parse(row.folder),
    total: Number(row.total),
    unread: Number(row.unread),
  }));
}

/** What a deletion takes along. */
export type MessagesMeasure = {
  messages: number;
  /** Files that can still be downloaded, and their bytes. */
  files: number;
  fileBytes: number;
  /** Mails that have not left yet, and then never will. */
  unsentMails: number;
};

type MeasureRow = { messages: bigint; files: bigint; file_bytes: bigint; unsent_mails: bigint };

/** What would be lost with these messages, in numbers. Those that are gone count as nothing. */
export async function measureSubmissions(
  ctx: Context,
  ids: readonly string[],
): Promise<MessagesMeasure> {
  const [row] = await db().$queryRaw<MeasureRow[]>`
    WITH chosen AS (
      SELECT s.id FROM submissions s JOIN forms f ON f.id = s.form_id
      WHERE s.id = ANY(${[...ids]}::uuid[]) AND ${visibleSql(ctx)}
    ), stored AS (
      SELECT a.size_bytes FROM attachments a JOIN chosen c ON c.id = a.submission_id
        JOIN objects o ON o.id = a.object_id
      WHERE o.status = 'stored' AND a.expires_at > ${ctx.now}
    )
    SELECT (SELECT count(*) FROM chosen) AS messages,
      (SELECT count(*) FROM stored) AS files,
      (SELECT coalesce(sum(size_bytes), 0)::bigint FROM stored) AS file_bytes,
      (SELECT count(*) FROM email_deliveries d JOIN chosen c ON c.id = d.submission_id
        WHERE d.status IN ('queued', 'retrying')) AS unsent_mails`;
  if (!row) throw new Error("a query without FROM answered no row");
  return {
    messages: Number(row.messages),
    files: Number(row.files),
    fileBytes: Number(row.file_bytes),
    unsentMails: Number(row.unsent_mails),
  };
}

export const ACTIVITY_DAYS = 30;

export type FormActivity = {
  /** Messages that are not spam, per 24 hours: the oldest first, the last 24 hours last. */
  perDay: readonly number[];
  /** Epoch milliseconds of the latest message, spam included; null without one. */
  lastReceivedAt: number | null;
};

/** Of a form that was deleted while it was read. */
export const NO_ACTIVITY: FormActivity = {
  perDay: Array.from({ length: ACTIVITY_DAYS }, () => 0),
  lastReceivedAt: null,
};

type ActivityRow = { form_id: string; days: Record<string, number> | null; last_at: Date | null };

/**
 * What each of these forms received in the last 30 times 24 hours, in one query: the index of a form's
 * messages alone is read. Forms of others are absent.
 */
export async function listFormActivity(
  ctx: Context,
  formIds: readonly string[],
): Promise<Map<string, FormActivity>> {
  const rows = await db().$queryRaw<ActivityRow[]>`
    SELECT f.id AS form_id, recent.days, latest.at AS last_at
    FROM forms f
      CROSS JOIN LATERAL (
        SELECT jsonb_object_agg(age, count) AS days FROM (
          SELECT floor(extract(epoch FROM ${ctx.now}::timestamptz - s.received_at) / 86400)::int AS age,
            count(*) AS count
          FROM submissions s
          WHERE s.form_id = f.id AND s.folder IN ('inbox', 'archive')
            AND s.received_at > ${ctx.now}::timestamptz - make_interval(days => ${ACTIVITY_DAYS}::int)
          GROUP BY age
        ) counted
      ) recent
      CROSS JOIN LATERAL (
        SELECT max(newest.received_at) AS at
        FROM unnest(${[...FOLDERS]}::text[]) AS d(folder)
          CROSS JOIN LATERAL (
            SELECT s.received_at FROM submissions s
            WHERE s.form_id = f.id AND s.folder = d.folder
            ORDER BY s.received_at DESC, s.id DESC LIMIT 1
          ) newest
      ) latest
    WHERE f.id = ANY (${[...formIds]}::uuid[]) AND f.workspace_id = ${ctx.workspaceId}::uuid
      AND f.deleted_at IS NULL`;
  return new Map(rows.map((row) => [row.form_id, toActivity(row)]));
}

function toActivity({ days, last_at }: ActivityRow): FormActivity {
  return {
    // A message of this very moment may carry a time after it: it counts for the last day.
    perDay: Array.from({ length: ACTIVITY_DAYS }, (_, index) => {
      const age = ACTIVITY_DAYS - 1 - index;
      return (days?.[age] ?? 0) + (age === 0 ? (days?.[-1] ?? 0) : 0);
    }),
    lastReceivedAt: last_at?.getTime() ?? null,
  };
}

import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { FOLDERS } from "#lib/submissions/schema";

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

type Row = { form_id: string; days: Record<string, number> | null; last_at: Date | null };

/**
 * What each of these forms received in the last 30 times 24 hours, in one query: the index of a form's
 * messages alone is read. Forms of others are absent.
 */
export async function listFormActivity(
  ctx: Context,
  formIds: readonly string[],
): Promise<Map<string, FormActivity>> {
  const rows = await db().$queryRaw<Row[]>`
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

function toActivity({ days, last_at }: Row): FormActivity {
  return {
    // A message of this very moment may carry a time after it: it counts for the last day.
    perDay: Array.from({ length: ACTIVITY_DAYS }, (_, index) => {
      const age = ACTIVITY_DAYS - 1 - index;
      return (days?.[age] ?? 0) + (age === 0 ? (days?.[-1] ?? 0) : 0);
    }),
    lastReceivedAt: last_at?.getTime() ?? null,
  };
}

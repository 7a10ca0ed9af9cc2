import type { Context } from "#lib/core/context";
import { dayBefore, startOfDay } from "#lib/core/dates";
import { db } from "#lib/db/database";
import { ACTIVITY_DAYS } from "#lib/submissions/count-submissions";

/** A day like `2026-11-21`, and the stored messages that arrived on it. */
export type FormDay = { day: string; accepted: number; spam: number };

type Row = { place: number; isSpam: boolean; count: number };

/**
 * A form's stored messages of the last 30 days, today last, by the folder they're in now. One index-only
 * range. All zero for unknown, deleted, and foreign forms.
 *
 * @param timeZone - for the days; UTC without one
 */
export async function countFormDays(
  ctx: Context,
  formId: string,
  timeZone?: string,
): Promise<FormDay[]> {
  const now = ctx.now.getTime();
  const days = Array.from({ length: ACTIVITY_DAYS }, (_, index) =>
    dayBefore(now, ACTIVITY_DAYS - 1 - index, timeZone),
  );
  const starts = days.map((day) => startOfDay(day, timeZone));
  const rows = await db().$queryRaw<Row[]>`
    SELECT width_bucket(s.received_at, ${starts}::timestamptz[]) AS place,
      s.folder = 'spam' AS "isSpam", count(*)::int AS count
    FROM submissions s JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
    WHERE s.workspace_id = ${ctx.workspaceId}::uuid AND s.form_id = ${formId}::uuid
      AND s.folder IN ('inbox', 'archive', 'spam') AND s.received_at >= ${starts[0]}
      AND f.deleted_at IS NULL
    GROUP BY 1, 2`;
  const countOf = (place: number, isSpam: boolean) =>
    rows.find((row) => row.place === place && row.isSpam === isSpam)?.count ?? 0;
  return days.map((day, index) => ({
    day,
    accepted: countOf(index + 1, false),
    spam: countOf(index + 1, true),
  }));
}

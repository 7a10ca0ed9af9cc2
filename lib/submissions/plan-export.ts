import type { Context } from "#lib/core/context";
import { encodeCursor, NEWEST, OLDEST } from "#lib/core/cursor";
import { db } from "#lib/db/database";
import type { Prisma } from "#lib/db/generated/client";
import { MAX_EXPORTED } from "#lib/submissions/export-submissions";
import type { ExportPlan, ExportSlice, InboxFilter } from "#lib/submissions/inbox-schema";
import { allMatchingSql } from "#lib/submissions/list-first";

/** Leaves room for submissions moved into a slice before it's downloaded. */
const MAX_PLANNED = 950;
const DAY_MS = 86_400_000;

type Day = { from: number; count: number };

/**
 * Splits an export into files: one if everything fits, otherwise slices of whole UTC days, newest
 * first. A day with too many submissions is split further. Submissions after `now` are left out.
 */
export async function planExport(ctx: Context, filter: InboxFilter): Promise<ExportPlan> {
  const matching = await allMatchingSql(ctx, filter);
  const days = await countDays(ctx, matching);
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const max = total <= MAX_EXPORTED ? MAX_EXPORTED : MAX_PLANNED;
  const slices: ExportSlice[] = [];
  for (const run of runsOf(days, max)) {
    const [day] = run;
    if (day && day.count > max) slices.push(...(await cutDay(ctx, matching, day)));
    else slices.push(toSlice(run, ctx.now));
  }
  return { total, slices };
}

/** Matching submissions by UTC day, newest first, without empty days. */
async function countDays(ctx: Context, matching: Prisma.Sql): Promise<Day[]> {
  const rows = await db().$queryRaw<{ day: bigint; count: bigint }[]>`
    SELECT floor(extract(epoch FROM s.received_at) / 86400)::bigint AS day, count(*) AS count
    FROM submissions s JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
    WHERE ${matching} AND s.received_at <= ${ctx.now}
    GROUP BY day ORDER BY day DESC`;
  return rows.map((row) => ({ from: Number(row.day) * DAY_MS, count: Number(row.count) }));
}

/** Consecutive days with at most `max` submissions together; a day with more is on its own. */
function runsOf(days: readonly Day[], max: number): Day[][] {
  const runs: Day[][] = [];
  let room = 0;
  for (const day of days) {
    const last = runs.at(-1);
    if (last && day.count <= room) {
      last.push(day);
      room -= day.count;
    } else {
      runs.push([day]);
      room = max - day.count;
    }
  }
  return runs;
}

function toSlice(run: readonly Day[], now: Date): ExportSlice {
  const [first] = run;
  const last = run.at(-1);
  if (!first || !last) throw new Error("a slice has at least one day");
  const end = Math.min(first.from + DAY_MS - 1, now.getTime());
  return {
    newest: encodeCursor({ at: new Date(end), id: NEWEST.id }),
    oldest: encodeCursor({ at: new Date(last.from), id: OLDEST.id }),
    count: run.reduce((sum, { count }) => sum + count, 0),
  };
}

type Cut = {
  count: bigint;
  newest_at: Date;
  newest_id: string;
  oldest_at: Date;
  oldest_id: string;
};

/** The slices of a day with too many submissions for one. */
async function cutDay(ctx: Context, matching: Prisma.Sql, day: Day): Promise<ExportSlice[]> {
  const end = Math.min(day.from + DAY_MS - 1, ctx.now.getTime());
  const rows = await db().$queryRaw<Cut[]>`
    WITH numbered AS (
      SELECT s.received_at AS at, s.id, count(*) OVER () AS total,
        row_number() OVER (ORDER BY s.received_at DESC, s.id DESC) - 1 AS n
      FROM submissions s JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
      WHERE ${matching}
        AND s.received_at BETWEEN ${new Date(day.from)} AND ${new Date(end)}
    ), edged AS (
      SELECT at, id, n / ${MAX_PLANNED} AS part, n % ${MAX_PLANNED} = 0 AS is_newest,
        n = total - 1 OR n % ${MAX_PLANNED} = ${MAX_PLANNED - 1} AS is_oldest
      FROM numbered
    )
    SELECT count(*) AS count,
      max(at) FILTER (WHERE is_newest) AS newest_at,
      max(id::text) FILTER (WHERE is_newest) AS newest_id,
      max(at) FILTER (WHERE is_oldest) AS oldest_at,
      max(id::text) FILTER (WHERE is_oldest) AS oldest_id
    FROM edged GROUP BY part ORDER BY part`;
  return rows.map((row) => ({
    newest: encodeCursor({ at: row.newest_at, id: row.newest_id }),
    oldest: encodeCursor({ at: row.oldest_at, id: row.oldest_id }),
    count: Number(row.count),
  }));
}

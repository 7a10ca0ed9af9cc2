import type { Context } from "#lib/core/context";
import { monthOf, utcDay } from "#lib/core/dates";
import { db } from "#lib/db/database";
import { allowanceOf } from "#lib/usage/allowances";
import { HELD_UP_TO, type Usage } from "#lib/usage/schema";

type Row = Pick<Usage, "accepted" | "spam" | "held" | "storageBytes" | "folders"> & {
  plan: string;
};

/** This month's counts, folders, and storage. Read from counters, so the cost doesn't grow with messages. */
export async function getUsage(ctx: Context): Promise<Usage> {
  const month = monthOf(ctx.now);
  const [row] = await db().$queryRaw<Row[]>`
    SELECT w.plan, u.accepted, u.spam, o."storageBytes", c.folders, c.held
    FROM workspaces w,
      LATERAL (
        SELECT coalesce(sum(accepted), 0)::float8 AS accepted, coalesce(sum(spam), 0)::float8 AS spam
        FROM usage_slots WHERE workspace_id = w.id
          AND day >= ${month.firstDay}::date AND day < ${month.nextFirstDay}::date
      ) u,
      LATERAL (
        SELECT coalesce(sum(bytes), 0)::float8 AS "storageBytes"
        FROM (
          SELECT bytes FROM storage_slots WHERE workspace_id = w.id
          UNION ALL
          SELECT m.text_bytes FROM forms f JOIN message_counts m ON m.workspace_id = f.workspace_id AND m.form_id = f.id
          WHERE f.workspace_id = w.id AND f.deleted_at IS NULL
        ) files_and_text
      ) o,
      LATERAL (
        SELECT coalesce(jsonb_object_agg(folder, total)
            FILTER (WHERE total > 0 AND folder <> 'waiting'), '{}') AS folders,
          coalesce(sum(held), 0)::float8 AS held
        FROM (
          SELECT m.folder, sum(m.total) AS total, sum(m.held) AS held
          FROM forms f JOIN message_counts m ON m.workspace_id = f.workspace_id AND m.form_id = f.id
          WHERE f.workspace_id = w.id AND f.deleted_at IS NULL
          GROUP BY m.folder
        ) folder_totals
      ) c
    WHERE w.id = ${ctx.workspaceId}::uuid`;
  if (!row) throw new Error("the context's workspace doesn't exist");
  const { plan, ...counts } = row;
  return {
    ...counts,
    month: month.name,
    periodStart: month.start.getTime(),
    periodEnd: month.end.getTime(),
    allowance: allowanceOf(plan),
  };
}

/** Returns whether new submissions are rejected this month, except spam. */
export function isRejecting({
  accepted,
  allowance,
}: Pick<Usage, "accepted" | "allowance">): boolean {
  return allowance !== null && accepted >= HELD_UP_TO * allowance;
}

export type AllowanceState = Pick<Usage, "held" | "periodEnd"> & {
  /** The arrival of the oldest submission on hold. Null if there is none. */
  heldSince: number | null;
  /** True if new submissions are rejected. */
  isFull: boolean;
};

/**
 * The notice of every page about the allowance: held or rejected messages. Null if there are none. Without a limit,
 * what was held before is on its way.
 */
export async function getAllowanceState(ctx: Context): Promise<AllowanceState | null> {
  const usage = await getUsage(ctx);
  const { held, periodEnd } = usage;
  if (usage.allowance === null) return null;
  const isFull = isRejecting(usage);
  if (held === 0 && !isFull) return null;
  const oldest = await db().submission.findFirst({
    where: { workspaceId: ctx.workspaceId, heldReason: { not: null } },
    orderBy: [{ receivedAt: "asc" }, { id: "asc" }],
    select: { receivedAt: true },
  });
  return { held, periodEnd, isFull, heldSince: oldest?.receivedAt.getTime() ?? null };
}

export type UsageOfMonth = Awaited<ReturnType<typeof getUsageHistory>>[number];

const MONTHS = 12;

/**
 * Accepted and spam submissions of the last twelve UTC months, the current one last. Reads at most a few
 * thousand short counter rows, whatever the traffic.
 *
 * @returns months as `YYYY-MM` with all of their days as `YYYY-MM-DD`, including future ones
 */
export async function getUsageHistory(ctx: Context) {
  const year = ctx.now.getUTCFullYear();
  const month = ctx.now.getUTCMonth();
  const first = new Date(Date.UTC(year, month - MONTHS + 1, 1));
  const rows = await db().usageSlot.groupBy({
    by: ["day"],
    where: {
      workspaceId: ctx.workspaceId,
      day: { gte: first, lt: new Date(Date.UTC(year, month + 1, 1)) },
    },
    _sum: { accepted: true, spam: true },
  });
  const sums = new Map(rows.map(({ day, _sum }) => [utcDay(day), _sum]));
  return Array.from({ length: MONTHS }, (_, index) => {
    const days = daysOf(year, month - MONTHS + 1 + index).map((day) => ({
      day,
      accepted: sums.get(day)?.accepted ?? 0,
      spam: sums.get(day)?.spam ?? 0,
    }));
    return {
      month: days[0]?.day.slice(0, 7) ?? "",
      accepted: days.reduce((sum, { accepted }) => sum + accepted, 0),
      spam: days.reduce((sum, { spam }) => sum + spam, 0),
      days,
    };
  });
}

/** The days of a month; a month below 0 belongs to the year before. */
function daysOf(year: number, month: number): string[] {
  const count = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) =>
    utcDay(new Date(Date.UTC(year, month, index + 1))),
  );
}

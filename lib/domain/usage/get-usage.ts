import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { monthOf, utcDay } from "#lib/core/dates";
import { DAY_MS } from "#lib/core/durations";
import { settings } from "#lib/core/settings/settings";
import { HELD_UP_TO, PLAN_ALLOWANCES, PlanName, type Usage } from "#lib/domain/usage/schema";

type Row = Pick<Usage, "accepted" | "spam" | "held" | "storageBytes" | "folders"> & {
  plan: string;
};

/**
 * Returns this month's counts, folders, and storage. Read from counters, so the cost doesn't grow with
 * messages.
 */
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

export type AllowanceState = NonNullable<Awaited<ReturnType<typeof getAllowanceState>>>;

/** The part of an allowance from which pages say that it’s nearly used up. */
export const NEARLY_USED = 0.8;

/**
 * Returns the state of the allowance for the notice on every page: held or rejected messages, or that it’s nearly used
 * up. Null if there’s nothing to show. Without a limit, previously held messages are being sent.
 */
export async function getAllowanceState(ctx: Context) {
  const usage = await getUsage(ctx);
  const { held, periodEnd, accepted, allowance } = usage;
  if (allowance === null) return null;
  const isFull = isRejecting(usage);
  if (held === 0 && accepted < NEARLY_USED * allowance) return null;
  const oldest =
    held === 0
      ? null
      : await db().submission.findFirst({
          where: { workspaceId: ctx.workspaceId, heldReason: { not: null } },
          orderBy: [{ receivedAt: "asc" }, { id: "asc" }],
          select: { receivedAt: true },
        });
  /**
   * `heldSince`: the arrival of the oldest submission on hold. `isFull`: whether new ones are rejected. `usedPercent`:
   * of the allowance, rounded down.
   */
  return {
    held,
    periodEnd,
    isFull,
    heldSince: oldest?.receivedAt.getTime() ?? null,
    usedPercent: Math.floor((accepted / allowance) * 100),
  };
}

export type UsageOfMonth = Awaited<ReturnType<typeof getUsageHistory>>[number];

const MONTHS = 12;

/**
 * Returns the accepted and spam submissions of the last twelve UTC months, the current one last. Reads
 * at most a few thousand short counter rows, whatever the traffic.
 *
 * @returns months as `YYYY-MM` with all of their days as `YYYY-MM-DD`, including future ones
 */
export async function getUsageHistory({ workspaceId, now }: Context) {
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1, 1);
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  const rows = await db().usageSlot.groupBy({
    by: ["day"],
    where: { workspaceId, day: { gte: new Date(first), lt: new Date(end) } },
    _sum: { accepted: true, spam: true },
  });
  const sums = new Map(rows.map(({ day, _sum }) => [utcDay(day), _sum]));
  const allDays = Array.from({ length: (end - first) / DAY_MS }, (_, index) => {
    const day = utcDay(new Date(first + index * DAY_MS));
    const sum = sums.get(day);
    return { day, accepted: sum?.accepted ?? 0, spam: sum?.spam ?? 0 };
  });
  return [...Map.groupBy(allDays, ({ day }) => day.slice(0, 7))].map(([month, days]) => ({
    month,
    accepted: days.reduce((sum, { accepted }) => sum + accepted, 0),
    spam: days.reduce((sum, { spam }) => sum + spam, 0),
    days,
  }));
}

/**
 * Returns whether workspaces have plans: if DEFAULT_PLAN is set, unless MONTHLY_ALLOWANCE replaces
 * them.
 */
export function hasPlans(): boolean {
  const { defaultPlan, monthlyAllowance } = settings();
  return defaultPlan !== undefined && monthlyAllowance === undefined;
}

/** Returns the submissions per month by the plan in a workspace's row; null is unlimited. */
export function planAllowances(): Readonly<Record<PlanName, number | null>> {
  if (hasPlans()) return PLAN_ALLOWANCES;
  const allowance = settings().monthlyAllowance ?? null;
  return { starter: allowance, team: allowance, scale: allowance };
}

/** @param plan - as a workspace's row has it */
function allowanceOf(plan: string): number | null {
  return planAllowances()[PlanName.parse(plan)];
}

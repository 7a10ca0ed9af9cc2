import type { Context } from "#lib/core/context";
import { utcDay } from "#lib/core/moment";
import { db } from "#lib/db/database";

export type UsageOfDay = {
  /** UTC day, `YYYY-MM-DD`. */
  day: string;
  accepted: number;
  spam: number;
};

export type UsageOfMonth = {
  /** UTC calendar month, `YYYY-MM`. */
  month: string;
  accepted: number;
  spam: number;
  /** Every day of the month, those to come included. */
  days: UsageOfDay[];
};

const MONTHS = 12;

/**
 * What was accepted and what was stored as spam in the last twelve UTC months, the running one last.
 * Read from the counters: at most a few thousand short rows of one index range, whatever the traffic.
 */
export async function getUsageHistory(ctx: Context): Promise<UsageOfMonth[]> {
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

/** The days of a month; months below 0 are those of the year before. */
function daysOf(year: number, month: number): string[] {
  const count = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) =>
    utcDay(new Date(Date.UTC(year, month, index + 1))),
  );
}

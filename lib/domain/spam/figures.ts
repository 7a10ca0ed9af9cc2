import { db } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { utcDay } from "#lib/core/dates";
import { DAY_MS } from "#lib/core/durations";
import { MOVED_POINTS, type SignalCode, SUSPECTED_POINTS } from "#lib/domain/spam/signals";

export const FIGURE_WEEKS = 12;
const WEEK_MS = 7 * DAY_MS;

export type SpamCounts = {
  /** Messages suspected or moved to spam on arrival. */
  caught: number;
  /** Messages that weren't suspected, but that someone marked as spam. */
  missed: number;
  /** Messages suspected or moved, but that someone marked as not spam. */
  wrong: number;
};

export type SpamFigures = {
  /** The oldest week first. `week` is its Monday, like `2026-11-23`, in UTC. */
  weeks: (SpamCounts & { week: string })[];
  /** The most frequent signal first. */
  signals: { code: SignalCode; found: number; wrong: number }[];
};

const COUNTS = Prisma.sql`
  count(*) FILTER (WHERE s.spam_points >= ${SUSPECTED_POINTS})::int AS caught,
  count(*) FILTER (WHERE s.spam_points < ${SUSPECTED_POINTS} AND s.spam_label = 'spam')::int AS missed,
  count(*) FILTER (WHERE s.spam_points >= ${SUSPECTED_POINTS} AND s.spam_label = 'not_spam')::int AS wrong`;

/**
 * SQL for a workspace's messages that were judged, or that someone decided about. The condition on points and
 * label is the one of the index.
 */
const judgedSince = ({ workspaceId }: Context, since: Date) => Prisma.sql`
  FROM submissions s JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id AND f.deleted_at IS NULL
  WHERE s.workspace_id = ${workspaceId}::uuid AND s.received_at >= ${since}::timestamptz
    AND (s.spam_points > 0 OR s.spam_label IS NOT NULL)`;

/** Returns the Mondays of the last weeks, in UTC, oldest first. */
function mondays(now: Date): Date[] {
  const day = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const monday = day - ((now.getUTCDay() + 6) % 7) * (WEEK_MS / 7);
  return Array.from(
    { length: FIGURE_WEEKS },
    (_, index) => new Date(monday - (FIGURE_WEEKS - 1 - index) * WEEK_MS),
  );
}

/**
 * Returns what the spam filter of a workspace did in the last 12 weeks, for the messages that are still
 * stored.
 */
export async function readSpamFigures(ctx: Context): Promise<SpamFigures> {
  const weeks = mondays(ctx.now);
  const [since = ctx.now] = weeks;
  const [byWeek, bySignal] = await Promise.all([
    db().$queryRaw<(SpamCounts & { week: Date })[]>`
      SELECT (date_trunc('week', s.received_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') AS week, ${COUNTS}
      ${judgedSince(ctx, since)} GROUP BY 1`,
    db().$queryRaw<{ code: SignalCode; found: number; wrong: number }[]>`
      SELECT signal ->> 'code' AS code, count(*)::int AS found,
        count(*) FILTER (WHERE judged.label = 'not_spam')::int AS wrong
      FROM (
        SELECT s.spam_label AS label, s.judgment -> 'signals' AS signals
        ${judgedSince(ctx, since)} AND s.spam_points >= ${SUSPECTED_POINTS}
      ) judged CROSS JOIN LATERAL jsonb_array_elements(judged.signals) AS signal
      WHERE (signal ->> 'points')::int > 0
      GROUP BY 1 ORDER BY found DESC, code`,
  ]);
  const countsOf = new Map(byWeek.map(({ week, ...counts }) => [utcDay(week), counts]));
  const none: SpamCounts = { caught: 0, missed: 0, wrong: 0 };
  return {
    weeks: weeks.map((monday) => ({
      week: utcDay(monday),
      ...(countsOf.get(utcDay(monday)) ?? none),
    })),
    signals: bySignal,
  };
}

export type WatchReport = {
  /**
   * Messages that the filter would have moved to spam, and how many of them someone marked as not
   * spam.
   */
  movable: number;
  disagreed: number;
  /**
   * When the first judged message that is still stored arrived, in epoch milliseconds; null if
   * there's none.
   */
  since: number | null;
};

/** How long a form's filter has to watch before we suggest moving messages. */
export const WATCHED_MS = 14 * DAY_MS;

/** Returns what moving would have done to a form's messages of the last 12 weeks. */
export async function readWatchReport(ctx: Context, formId: string): Promise<WatchReport> {
  const [since = ctx.now] = mondays(ctx.now);
  const [row] = await db().$queryRaw<(Omit<WatchReport, "since"> & { since: Date | null })[]>`
    SELECT count(*) FILTER (WHERE s.spam_points >= ${MOVED_POINTS})::int AS movable,
      count(*) FILTER (WHERE s.spam_points >= ${MOVED_POINTS} AND s.spam_label = 'not_spam')::int AS disagreed,
      min(s.received_at) AS since
    ${judgedSince(ctx, since)} AND s.form_id = ${formId}::uuid`;
  if (!row) throw new Error("an aggregate returned no row");
  return { ...row, since: row.since?.getTime() ?? null };
}

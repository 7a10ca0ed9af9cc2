import { db } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { countOf, formatCount } from "#lib/core/count";
import { WHOLE_LIST } from "#lib/core/cursor";
import { dayBefore, startOfDay } from "#lib/core/dates";
import {
  byIdsSql,
  isVisibleSql,
  pageSql,
  visibleSql,
  withinDays,
} from "#lib/domain/submissions/inbox/filter-sql";
import type {
  FilterCounts,
  FoundCounts,
  InboxFilter,
  MatchCount,
  MessageTotals,
} from "#lib/domain/submissions/inbox/inbox-schema";
import { listPage } from "#lib/domain/submissions/inbox/list-page";
import { FOLDERS, Folder, WAITING } from "#lib/domain/submissions/schema";

/** Counts submissions by form and folder, from counters: the cost doesn't grow with submissions. */
export async function countMessages(ctx: Context): Promise<MessageTotals[]> {
  const rows = await db().$queryRaw<(Omit<MessageTotals, "folder"> & { folder: string })[]>`
    SELECT m.form_id AS "formId", m.folder, sum(m.total)::float8 AS total,
      sum(m.unread)::float8 AS unread
    FROM forms f JOIN message_counts m ON m.workspace_id = f.workspace_id AND m.form_id = f.id
    WHERE f.workspace_id = ${ctx.workspaceId}::uuid AND f.deleted_at IS NULL
      AND m.folder <> ${WAITING}
    GROUP BY m.form_id, m.folder`;
  return rows.map((row) => ({ ...row, folder: Folder.parse(row.folder) }));
}

/** Counts a form's submissions that wait for their visitors' confirmation. */
export async function countWaiting(ctx: Context, formId: string): Promise<number> {
  const { _sum } = await db().messageCount.aggregate({
    where: { workspaceId: ctx.workspaceId, formId, folder: WAITING },
    _sum: { total: true },
  });
  return _sum.total ?? 0;
}

/** Counts of the data that deleting submissions would remove. */
export type MessagesMeasure = {
  messages: number;
  /** The number of files that can still be downloaded. */
  files: number;
  fileBytes: number;
  /** The number of queued emails, which would never be sent. */
  unsentEmails: number;
};

/** Counts the data that deleting these submissions would remove. Those already deleted don't count. */
export async function measureSubmissions(
  ctx: Context,
  ids: readonly string[],
): Promise<MessagesMeasure> {
  const [row] = await db().$queryRaw<MessagesMeasure[]>`
    WITH selected AS (
      SELECT s.workspace_id, s.id FROM ${byIdsSql(ctx, ids)}
      JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
      WHERE ${visibleSql(ctx)}
    ), stored AS (
      SELECT a.size_bytes FROM selected c
        JOIN attachments a ON a.workspace_id = c.workspace_id AND a.submission_id = c.id
        JOIN objects o ON o.workspace_id = a.workspace_id AND o.id = a.object_id
      WHERE o.status = 'stored' AND a.expires_at > ${ctx.now}
    )
    SELECT (SELECT count(*) FROM selected)::int AS messages,
      (SELECT count(*) FROM stored)::int AS files,
      (SELECT coalesce(sum(size_bytes), 0) FROM stored)::float8 AS "fileBytes",
      (SELECT count(*) FROM selected c
        JOIN deliveries d ON d.workspace_id = c.workspace_id AND d.submission_id = c.id
        WHERE d.channel = 'email' AND d.status IN ('queued', 'retrying'))::int AS "unsentEmails"`;
  if (!row) throw new Error("a query without FROM returned no row");
  return row;
}

export const ACTIVITY_DAYS = 30;

type FormActivity = {
  /** Submissions per 24 hours except spam. The last entry is the last 24 hours. */
  perDay: readonly number[];
  /** Arrival of the latest submission, including spam, in epoch milliseconds; null if none. */
  lastReceivedAt: number | null;
};

/** The activity of a form that was just deleted. */
export const NO_ACTIVITY: FormActivity = {
  perDay: Array.from({ length: ACTIVITY_DAYS }, () => 0),
  lastReceivedAt: null,
};

type ActivityRow = { form_id: string; days: Record<string, number> | null; last_at: Date | null };

/**
 * Counts each form's submissions in each of the last 30 periods of 24 hours, in one index-only query.
 * Unknown and other workspaces' forms are absent.
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
          WHERE s.workspace_id = f.workspace_id AND s.form_id = f.id AND s.folder IN ('inbox', 'archive')
            AND s.received_at > ${ctx.now}::timestamptz - make_interval(days => ${ACTIVITY_DAYS}::int)
          GROUP BY age
        ) counted
      ) recent
      CROSS JOIN LATERAL (
        SELECT max(newest.received_at) AS at
        FROM unnest(${[...FOLDERS]}::text[]) AS d(folder)
          CROSS JOIN LATERAL (
            SELECT s.received_at FROM submissions s
            WHERE s.workspace_id = f.workspace_id AND s.form_id = f.id AND s.folder = d.folder
            ORDER BY s.received_at DESC, s.id DESC LIMIT 1
          ) newest
      ) latest
    WHERE f.id = ANY (${[...formIds]}::uuid[]) AND f.workspace_id = ${ctx.workspaceId}::uuid
      AND f.deleted_at IS NULL`;
  return new Map(rows.map((row) => [row.form_id, toActivity(row)]));
}

function toActivity({ days, last_at }: ActivityRow): FormActivity {
  return {
    // A submission accepted just now may be dated after `now`; it counts for the last day.
    perDay: Array.from({ length: ACTIVITY_DAYS }, (_, index) => {
      const age = ACTIVITY_DAYS - 1 - index;
      return (days?.[age] ?? 0) + (age === 0 ? (days?.[-1] ?? 0) : 0);
    }),
    lastReceivedAt: last_at?.getTime() ?? null,
  };
}

export function totalOf({ perDay }: FormActivity): number {
  return perDay.reduce((sum, count) => sum + count, 0);
}

/** Writes the text alternative of the sparkline. */
export function describeActivity(activity: FormActivity): string {
  const { perDay } = activity;
  const total = totalOf(activity);
  if (total === 0) return `No messages in the last ${ACTIVITY_DAYS} days`;
  const last = perDay.at(-1) ?? 0;
  return [
    `${countOf(total, "message")} in the last ${ACTIVITY_DAYS} days`,
    `at most ${formatCount(Math.max(...perDay))} per day`,
    `${formatCount(last)} in the last 24 hours`,
  ].join(", ");
}

/** A day like `2026-11-21`, and the stored messages that arrived on it. */
export type FormDay = { day: string; accepted: number; spam: number };

/**
 * Counts a form's stored messages of the last 30 days, today last, by their current folder, in one
 * index-only range. All counts are zero for unknown, deleted, and other workspaces' forms.
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
  const rows = await db().$queryRaw<(Omit<FormDay, "day"> & { place: number })[]>`
    SELECT width_bucket(s.received_at, ${starts}::timestamptz[]) AS place,
      (count(*) FILTER (WHERE s.folder <> 'spam'))::int AS accepted,
      (count(*) FILTER (WHERE s.folder = 'spam'))::int AS spam
    FROM submissions s JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
    WHERE s.workspace_id = ${ctx.workspaceId}::uuid AND s.form_id = ${formId}::uuid
      AND s.folder IN ('inbox', 'archive', 'spam') AND s.received_at >= ${starts[0]}
      AND f.deleted_at IS NULL
    GROUP BY 1`;
  const countsAt = new Map(rows.map(({ place, ...counts }) => [place, counts]));
  return days.map((day, index) => ({ day, accepted: 0, spam: 0, ...countsAt.get(index + 1) }));
}

const MAX_COUNTED = 1_000;

/**
 * Counts the messages that match a filter by files, suspicion, reply, assignee, notes, failed deliveries, or days, up
 * to 1,000. Null for other filters: folder, form, and unread have counters, and a search stops after its page.
 */
export async function countMatching(
  ctx: Context,
  { search, ...filter }: InboxFilter,
): Promise<MatchCount | null> {
  const isCounted =
    [filter.hasFiles, filter.suspected, filter.failed].includes("true") ||
    (filter.answered ?? filter.assigneeId ?? filter.hasNotes ?? filter.from ?? filter.to) !==
      undefined;
  if (search || !isCounted) return null;
  const range = withinDays(WHOLE_LIST, filter);
  const rows = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count
    FROM (${pageSql(ctx, filter, range, MAX_COUNTED + 1, { only: isVisibleSql(ctx) })}) s`;
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, MAX_COUNTED), isCut: count > MAX_COUNTED };
}

const MAX_FOUND = 100;

/** Counts the newest matches of a search by folder, up to 100 in total. Null without a search. */
async function countFound(ctx: Context, filter: InboxFilter): Promise<FoundCounts | null> {
  if (!filter.search) return null;
  const rows = await listPage<{ folder: string }>(
    ctx,
    { ...filter, folder: "all" },
    {
      range: WHOLE_LIST,
      limit: MAX_FOUND + 1,
      select: Prisma.sql`s.folder`,
      columns: { folder: "text" },
    },
  );
  const counts = { inbox: 0, archive: 0, spam: 0, all: 0 };
  for (const { folder } of rows.slice(0, MAX_FOUND)) {
    counts[Folder.parse(folder)] += 1;
    counts.all += 1;
  }
  return { counts, isCut: rows.length > MAX_FOUND };
}

/** Returns what the inbox shows about a filter in addition to its list. */
export async function countForFilter(ctx: Context, filter: InboxFilter): Promise<FilterCounts> {
  const [matching, found] = await Promise.all([
    countMatching(ctx, filter),
    countFound(ctx, filter),
  ]);
  return { matching, found };
}

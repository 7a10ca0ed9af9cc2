import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import {
  decodeCursor,
  newerPart,
  OLDEST,
  olderPart,
  type PositionRange,
  restAfter,
  WHOLE_LIST,
} from "#lib/core/cursor";
import { startOfDay } from "#lib/core/dates";
import { foldForSearch } from "#lib/core/text";
import type { InboxFilter } from "#lib/domain/submissions/inbox/inbox-schema";
import { FOLDERS, type ListSubmissionsQuery, WAITING } from "#lib/domain/submissions/schema";
import { isInRangeSql, orderSql } from "#lib/domain/submissions/search/search-submissions";

/** A filter of a list. `everywhere`: all folders, and submissions that wait for confirmation. */
export type ListFilter = Omit<InboxFilter, "folder"> & {
  folder: InboxFilter["folder"] | typeof WAITING | "everywhere";
};

/** Returns the stored places that a filter for several folders covers; null for a single folder. */
function placesOf(folder: ListFilter["folder"]): readonly string[] | null {
  if (folder === "everywhere") return [...FOLDERS, WAITING];
  return folder === "all" ? FOLDERS : null;
}

/**
 * SQL for the visible rows of `submissions s JOIN forms f`: neither expired nor of a deleted form.
 */
export function visibleSql(ctx: Context): Prisma.Sql {
  return Prisma.sql`s.workspace_id = ${ctx.workspaceId}::uuid AND f.deleted_at IS NULL
    AND (s.expires_at IS NULL OR s.expires_at > ${ctx.now})`;
}

/** SQL like {@link visibleSql}, for queries without the join. */
export function isVisibleSql(ctx: Context): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM forms f
    WHERE f.workspace_id = s.workspace_id AND f.id = s.form_id AND ${visibleSql(ctx)})`;
}

/**
 * SQL for the submissions `s` with these IDs, as a FROM item. OFFSET 0 makes each a separate lookup: when
 * they're joined with the forms, the planner expects few submissions of a form and reads all of them.
 */
export function byIdsSql(ctx: Context, ids: readonly string[]): Prisma.Sql {
  return Prisma.sql`unnest(${[...ids]}::uuid[]) AS k(id) CROSS JOIN LATERAL (
    SELECT * FROM submissions WHERE workspace_id = ${ctx.workspaceId}::uuid AND id = k.id OFFSET 0) s`;
}

/**
 * SQL for the time when a submission `m` of that time is deleted by its form's retention; NULL if
 * it's kept.
 */
export function retainedUntil(time: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT ${time} + (f.settings ->> 'messageRetentionDays')::int * interval '1 day'
    FROM forms f WHERE f.workspace_id = m.workspace_id AND f.id = m.form_id)`;
}

type RangeQuery = Partial<
  Pick<ListSubmissionsQuery, "cursor" | "order" | "receivedAfter" | "receivedBefore">
>;

/**
 * Returns the part of the list that a query requests. A cursor is a position in the order of this query, whatever order
 * or filters the previous page had.
 */
export function rangeOf(query: RangeQuery): PositionRange {
  const { cursor, order, receivedAfter, receivedBefore } = query;
  const start = (ms: number) => ({ at: new Date(ms), id: OLDEST.id });
  const range: PositionRange = {
    before: receivedBefore === undefined ? WHOLE_LIST.before : start(receivedBefore),
    from: receivedAfter === undefined ? WHOLE_LIST.from : start(receivedAfter + 1),
    order: order ?? WHOLE_LIST.order,
  };
  return cursor ? restAfter(range, decodeCursor(cursor)) : range;
}

/** Returns the part of a range that is within the filter's days. */
export function withinDays(
  range: PositionRange,
  filter: Pick<InboxFilter, "from" | "to" | "timeZone">,
): PositionRange {
  const { from, to, timeZone } = filter;
  const start = (at: Date) => ({ at, id: OLDEST.id });
  const ended = to ? olderPart(range, start(startOfDay(to, timeZone, { isNext: true }))) : range;
  return from ? newerPart(ended, start(startOfDay(from, timeZone))) : ended;
}

/**
 * SQL that is true if an email or event about a submission `s` failed, may not have arrived, or waits after a failed
 * attempt.
 */
export const HAS_FAILED = Prisma.sql`EXISTS (SELECT FROM deliveries d
  WHERE d.workspace_id = s.workspace_id AND d.submission_id = s.id
    AND (d.failed_at IS NOT NULL OR d.status = 'retrying'))`;

function assigneeSql(assigneeId: string): Prisma.Sql {
  return assigneeId === "none"
    ? Prisma.sql`s.assignee_id IS NULL`
    : Prisma.sql`s.assignee_id = ${assigneeId}::uuid`;
}

/** Returns the conditions on a submission `s`, except its folder, its time, and the search term. */
function propertiesSql(filter: ListFilter): Prisma.Sql[] {
  const { formId, unread, suspected, answered, assigneeId, hasNotes, hasFiles, failed } = filter;
  return [
    ...(formId ? [Prisma.sql`s.form_id = ${formId}::uuid`] : []),
    ...(unread === "true" ? [Prisma.sql`NOT s.is_read`] : []),
    ...(suspected === "true" ? [Prisma.sql`s.is_suspected`] : []),
    ...(answered === undefined
      ? []
      : [
          answered === "true"
            ? Prisma.sql`s.answered_at IS NOT NULL`
            : Prisma.sql`s.answered_at IS NULL`,
        ]),
    ...(assigneeId === undefined ? [] : [assigneeSql(assigneeId)]),
    ...(hasNotes === undefined
      ? []
      : [hasNotes === "true" ? Prisma.sql`s.has_notes` : Prisma.sql`NOT s.has_notes`]),
    ...(hasFiles === "true" ? [Prisma.sql`s.attachment_count > 0`] : []),
    ...(failed === "true" ? [HAS_FAILED] : []),
  ];
}

/** Builds the condition that a submission `s` matches the filter. */
export function matchSql(filter: ListFilter): Prisma.Sql {
  const places = placesOf(filter.folder) ?? [filter.folder];
  const all = [Prisma.sql`s.folder = ANY(${places}::text[])`, ...propertiesSql(filter)];
  if (filter.from || filter.to) all.push(isInRangeSql(withinDays(WHOLE_LIST, filter)));
  if (filter.search) all.push(containsSql(filter.search));
  return Prisma.join(all, " AND ");
}

/** Builds the condition that one value of a submission `s` contains the term, literally. */
export function containsSql(term: string): Prisma.Sql {
  return Prisma.sql`strpos(s.search_text, ${foldForSearch(term)}) > 0`;
}

/**
 * Returns the parts in which a filter's rows are read. Messages to reply to or to assign, or without notes, can be few
 * of very many, so they have indexes. These contain only read messages, so that a new message costs nothing more;
 * unread messages have their own index.
 */
function partsOf({ answered, assigneeId, hasNotes, unread }: ListFilter): readonly Prisma.Sql[] {
  const isLeft = answered === "false" || assigneeId === "none" || hasNotes === "false";
  return isLeft && unread !== "true"
    ? [Prisma.sql`NOT s.is_read`, Prisma.sql`s.is_read`]
    : [Prisma.sql`TRUE`];
}

type PageOptions = {
  /** The columns to read; all by default. */
  columns?: Prisma.Sql;
  /** A further condition on `s`; rows that don't meet it are read too. */
  only?: Prisma.Sql;
};

/**
 * SQL for the first submissions `s` of a range that match a filter, in its order. The filter's term and days are
 * ignored. It reads one index range per folder and part, merged row by row, so the cost depends on `limit` alone.
 */
export function pageSql(
  ctx: Context,
  filter: Omit<ListFilter, "search">,
  range: PositionRange,
  limit: number,
  { columns = Prisma.sql`s.*`, only = Prisma.sql`TRUE` }: PageOptions = {},
): Prisma.Sql {
  const pageOf = (folder: string, part: Prisma.Sql) => {
    const all = [
      Prisma.sql`s.workspace_id = ${ctx.workspaceId}::uuid AND s.folder = ${folder}`,
      part,
      isInRangeSql(range),
      only,
      ...propertiesSql(filter),
    ];
    return Prisma.sql`(SELECT ${columns} FROM submissions s WHERE ${Prisma.join(all, " AND ")}
      ${orderSql(range)} LIMIT ${limit})`;
  };
  const places = placesOf(filter.folder) ?? [filter.folder];
  const pages = places.flatMap((folder) => partsOf(filter).map((part) => pageOf(folder, part)));
  const [first, ...others] = pages;
  if (first && others.length === 0) return first;
  return Prisma.sql`SELECT * FROM (${Prisma.join(pages, " UNION ALL ")}) s
    ${orderSql(range)} LIMIT ${limit}`;
}

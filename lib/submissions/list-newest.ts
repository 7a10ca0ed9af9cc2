import type pg from "pg";
import type { Context } from "#lib/core/context";
import { NEWEST, OLDEST, type Position, type PositionRange } from "#lib/core/cursor";
import { pool } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { queryPrepared } from "#lib/db/query-prepared";
import { searchSubmissions } from "#lib/search/search-submissions";
import {
  byIdsSql,
  isVisibleSql,
  matchSql,
  newestSql,
  visibleSql,
} from "#lib/submissions/filter-sql";
import type { SubmissionFilter } from "#lib/submissions/schema";

/** The range of a whole list, or of the rest after a position. */
export function rangeAfter(after: Position | null): PositionRange {
  return { before: after ?? NEWEST, from: OLDEST };
}

/** Which part of a list to read, and which columns of `submissions s JOIN forms f`. */
type Reading = { range: PositionRange; limit: number; columns: Prisma.Sql };

/** The matching submissions, newest first. The cost doesn't grow with the total. */
export async function listNewest<Row extends pg.QueryResultRow>(
  ctx: Context,
  { search, ...filter }: SubmissionFilter,
  reading: Reading,
): Promise<Row[]> {
  if (search) return listFound(ctx, { ...filter, search }, reading);
  const { range, limit, columns } = reading;
  return queryPrepared<Row>(
    pool(),
    Prisma.sql`
      SELECT ${columns} FROM (${newestSql(ctx, filter, range, limit, isVisibleSql(ctx))}) s
      JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
      ORDER BY s.received_at DESC, s.id DESC`,
  );
}

async function listFound<Row extends pg.QueryResultRow>(
  ctx: Context,
  filter: TermFilter,
  reading: Reading,
): Promise<Row[]> {
  const { range, limit, columns } = reading;
  const found = await findMatches(ctx, filter, range, limit);
  const rows = await queryPrepared<Row>(
    pool(),
    Prisma.sql`
      SELECT ${columns} FROM ${byIdsSql(
        ctx,
        found.map(({ id }) => id),
      )}
      JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
      WHERE ${visibleSql(ctx)}
      ORDER BY s.received_at DESC, s.id DESC`,
  );
  // One was just deleted. A page that isn't full would look like the last one, so read again.
  const isCut = found.length === limit && rows.length < limit;
  return isCut ? listFound(ctx, filter, reading) : rows;
}

type TermFilter = SubmissionFilter & { search: string };

function findMatches(
  ctx: Context,
  filter: TermFilter,
  range: PositionRange,
  limit: number,
): Promise<Position[]> {
  const { search: term, folder, formId } = filter;
  return searchSubmissions({
    workspaceId: ctx.workspaceId,
    term,
    ...(folder === "all" ? {} : { folder }),
    ...(formId ? { formId } : {}),
    where: Prisma.sql`${matchSql(filter)} AND ${isVisibleSql(ctx)}`,
    newest: (part, count) => newestSql(ctx, filter, part, count),
    range,
    limit,
  });
}

/** With more matches, reading every submission of the filter is about as fast as listing ids. */
const MAX_IDS = 20_000;

/**
 * The WHERE clause of everything that matches, over `submissions s JOIN forms f`, for counts: a few
 * matches by id, many by reading every submission of the filter.
 */
export async function allMatchingSql(ctx: Context, filter: SubmissionFilter): Promise<Prisma.Sql> {
  const { search } = filter;
  if (!search) return Prisma.sql`${visibleSql(ctx)} AND ${matchSql(filter)}`;
  const found = await findMatches(ctx, { ...filter, search }, rangeAfter(null), MAX_IDS + 1);
  if (found.length > MAX_IDS) return Prisma.sql`${visibleSql(ctx)} AND ${matchSql(filter)}`;
  return Prisma.sql`${visibleSql(ctx)} AND s.id = ANY(${found.map(({ id }) => id)}::uuid[])`;
}

import type pg from "pg";
import type { Context } from "#lib/core/context";
import { NEWEST, OLDEST, type Position, type PositionRange } from "#lib/core/cursor";
import { pool } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { queryPrepared } from "#lib/db/query-prepared";
import { searchSubmissions } from "#lib/search/search-submissions";
import { isVisibleSql, matchSql, newestSql, visibleSql } from "#lib/submissions/filter-sql";
import type { SubmissionFilter } from "#lib/submissions/schema";

/** All of a list, or what comes after a position. */
export function rangeAfter(after: Position | null): PositionRange {
  return { before: after ?? NEWEST, from: OLDEST };
}

/** What is read of a list: columns of `submissions s JOIN forms f`, of at most `limit` rows. */
type Reading = { range: PositionRange; limit: number; columns: Prisma.Sql };

/** The newest messages that match, newest first, at a cost that does not grow with all messages. */
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
      JOIN forms f ON f.id = s.form_id
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
      SELECT ${columns} FROM submissions s JOIN forms f ON f.id = s.form_id
      WHERE s.id = ANY(${found.map(({ id }) => id)}::uuid[]) AND ${visibleSql(ctx)}
      ORDER BY s.received_at DESC, s.id DESC`,
  );
  // One was deleted a moment ago: a page that is not full would be taken for the last one.
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

/** Ids that are written out in a query; beyond, reading all messages of the filter is not much slower. */
const MAX_NAMED = 20_000;

/**
 * The WHERE of all that matches, over `submissions s JOIN forms f`, for figures about the whole of it:
 * few matches by their ids, many by reading every message of the filter.
 */
export async function allMatchingSql(ctx: Context, filter: SubmissionFilter): Promise<Prisma.Sql> {
  const { search } = filter;
  if (!search) return Prisma.sql`${visibleSql(ctx)} AND ${matchSql(filter)}`;
  const found = await findMatches(ctx, { ...filter, search }, rangeAfter(null), MAX_NAMED + 1);
  if (found.length > MAX_NAMED) return Prisma.sql`${visibleSql(ctx)} AND ${matchSql(filter)}`;
  return Prisma.sql`${visibleSql(ctx)} AND s.id = ANY(${found.map(({ id }) => id)}::uuid[])`;
}

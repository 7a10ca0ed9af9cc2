import type pg from "pg";
import type { Context } from "#lib/core/context";
import type { Position, PositionRange } from "#lib/core/cursor";
import { pool } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { type Columns, queryPrepared } from "#lib/db/query-rows";
import { orderSql } from "#lib/search/position-sql";
import { searchSubmissions } from "#lib/search/search-submissions";
import {
  byIdsSql,
  isVisibleSql,
  matchSql,
  pageSql,
  visibleSql,
  withinDays,
} from "#lib/submissions/filter-sql";
import type { InboxFilter } from "#lib/submissions/inbox-schema";

/** A part of a list, and what to read of `submissions s JOIN forms f`. */
type Reading<Row> = {
  range: PositionRange;
  limit: number;
  select: Prisma.Sql;
  columns: Columns<Row>;
};

/**
 * The first submissions of a range that match, in its order. The cost doesn't grow with the total; of
 * messages that are unread and have files, the rarer kind is read.
 */
export async function listPage<Row extends pg.QueryResultRow>(
  ctx: Context,
  { search, ...filter }: InboxFilter,
  { range: whole, ...rest }: Reading<Row>,
): Promise<Row[]> {
  const range = withinDays(whole, filter);
  if (search) return listFound(ctx, { ...filter, search }, { range, ...rest });
  const { limit, select, columns } = rest;
  return queryPrepared(
    pool(),
    Prisma.sql`
      SELECT ${select} FROM (${pageSql(ctx, filter, range, limit, { only: isVisibleSql(ctx) })}) s
      JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
      ${orderSql(range)}`,
    columns,
  );
}

async function listFound<Row extends pg.QueryResultRow>(
  ctx: Context,
  filter: TermFilter,
  reading: Reading<Row>,
): Promise<Row[]> {
  const { range, limit, select, columns } = reading;
  const found = await findMatches(ctx, filter, range, limit);
  const rows = await queryPrepared(
    pool(),
    Prisma.sql`
      SELECT ${select} FROM ${byIdsSql(
        ctx,
        found.map(({ id }) => id),
      )}
      JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
      WHERE ${visibleSql(ctx)}
      ${orderSql(range)}`,
    columns,
  );
  // One was just deleted. A page that isn't full would look like the last one, so read again.
  const isCut = found.length === limit && rows.length < limit;
  return isCut ? listFound(ctx, filter, reading) : rows;
}

type TermFilter = InboxFilter & { search: string };

function findMatches(
  ctx: Context,
  filter: TermFilter,
  range: PositionRange,
  limit: number,
): Promise<Position[]> {
  return searchSubmissions({
    workspaceId: ctx.workspaceId,
    term: filter.search,
    where: Prisma.sql`${matchSql(filter)} AND ${isVisibleSql(ctx)}`,
    page: (part, count, columns) => pageSql(ctx, filter, part, count, { columns }),
    range,
    limit,
  });
}

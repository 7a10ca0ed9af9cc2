import type pg from "pg";
import { pool } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import { type Columns, queryPrepared } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import {
  encodeCursor,
  justNewer,
  type Position,
  type PositionRange,
  WHOLE_LIST,
} from "#lib/core/cursor";
import { idsOf } from "#lib/core/ids";
import {
  byIdsSql,
  isVisibleSql,
  type ListFilter,
  matchSql,
  pageSql,
  visibleSql,
  withinDays,
} from "#lib/domain/submissions/inbox/filter-sql";
import type { InboxItem } from "#lib/domain/submissions/inbox/inbox-schema";
import { orderSql, searchSubmissions } from "#lib/domain/submissions/search/search-submissions";

/** A part of a list, and the columns to read of `submissions s JOIN forms f`. */
type Reading<Row> = {
  range: PositionRange;
  limit: number;
  select: Prisma.Sql;
  columns: Columns<Row>;
};

/**
 * Lists the first submissions of a range that match, in its order. The cost doesn't grow with the
 * total. To find unread messages with files, the rarer of the two is read.
 */
export async function listPage<Row extends pg.QueryResultRow>(
  ctx: Context,
  { search, ...filter }: ListFilter,
  { range: whole, ...rest }: Reading<Row>,
): Promise<Row[]> {
  const range = withinDays(whole, filter);
  if (search) return listFound(ctx, { ...filter, search }, { range, ...rest });
  const { limit, select, columns } = rest;
  return queryPrepared(
    pool(),
    columns,
    Prisma.sql`
      SELECT ${select} FROM (${pageSql(ctx, filter, range, limit, { only: isVisibleSql(ctx) })}) s
      JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
      ${orderSql(range)}`,
  );
}

async function listFound<Row extends pg.QueryResultRow>(
  ctx: Context,
  filter: ListFilter & { search: string },
  reading: Reading<Row>,
): Promise<Row[]> {
  const { range, limit, select, columns } = reading;
  const found = await searchSubmissions({
    workspaceId: ctx.workspaceId,
    term: filter.search,
    where: Prisma.sql`${matchSql(filter)} AND ${isVisibleSql(ctx)}`,
    page: (part, count, read) => pageSql(ctx, filter, part, count, { columns: read }),
    range,
    limit,
  });
  const rows = await queryPrepared(
    pool(),
    columns,
    Prisma.sql`
      SELECT ${select} FROM ${byIdsSql(ctx, idsOf(found))}
      JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
      WHERE ${visibleSql(ctx)}
      ${orderSql(range)}`,
  );
  // One was just deleted. A page that isn't full would look like the last one, so it's read again.
  const isCut = found.length === limit && rows.length < limit;
  return isCut ? listFound(ctx, filter, reading) : rows;
}

/** How many newer messages to list above the one that a link opens. */
const ABOVE = 10;

/**
 * Finds where the list of a folder starts so that it shows a message and some newer ones.
 *
 * @returns a cursor, or null for the list from its newest message
 */
export async function findListStart(
  ctx: Context,
  { folder, receivedAt, id }: Pick<InboxItem, "folder" | "receivedAt" | "id">,
): Promise<string | null> {
  const from = justNewer({ at: new Date(receivedAt), id });
  const newer = await listPage<Position>(
    ctx,
    { folder },
    {
      range: { ...WHOLE_LIST, from, order: "asc" },
      limit: ABOVE + 1,
      select: Prisma.sql`s.received_at AS at, s.id`,
      columns: { at: "timestamptz", id: "uuid" },
    },
  );
  const start = newer[ABOVE];
  return start ? encodeCursor(start) : null;
}

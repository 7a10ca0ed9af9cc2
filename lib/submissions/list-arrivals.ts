import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { matchSql, visibleSql } from "#lib/submissions/filter-sql";
import type { Arrivals, ListArrivalsQuery } from "#lib/submissions/inbox-schema";
import { ITEM_COLUMNS, type ItemRow, toInboxItem } from "#lib/submissions/item-rows";

/** More in one look than anybody reads one by one. */
const MAX_TOLD = 50;
/** A message may be seen a moment after one that was received later: looks overlap by as much. */
const OVERLAP_MS = 5_000;

/**
 * What the workspace received since the last look, newest first, and which of it belongs into the
 * list that asks: one read along one index, whatever the number of messages.
 */
export async function listArrivals(ctx: Context, query: ListArrivalsQuery): Promise<Arrivals> {
  const since = new Date(query.since.getTime() - OVERLAP_MS);
  const rows = await db().$queryRaw<(ItemRow & { is_match: boolean })[]>`
    SELECT ${ITEM_COLUMNS}, ${matchSql(query)} AS is_match
    FROM submissions s JOIN forms f ON f.id = s.form_id
    WHERE ${Prisma.join([visibleSql(ctx), Prisma.sql`s.received_at >= ${since}`], " AND ")}
    ORDER BY s.received_at DESC, s.id DESC
    LIMIT ${MAX_TOLD + 1}`;
  return {
    data: rows.slice(0, MAX_TOLD).map((row) => ({ ...toInboxItem(row), isMatch: row.is_match })),
    isCut: rows.length > MAX_TOLD,
    asOf: ctx.now.getTime(),
  };
}

import type { Context } from "#lib/core/context";
import { NEWEST, OLDEST } from "#lib/core/cursor";
import { pool } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { queryPrepared } from "#lib/db/query-prepared";
import { isVisibleSql, matchSql, newestSql } from "#lib/submissions/filter-sql";
import type { Arrivals, ListArrivalsQuery } from "#lib/submissions/inbox-schema";
import { ITEM_COLUMNS, type ItemRow, toInboxItem } from "#lib/submissions/item-rows";

/** More in one look than anybody reads one by one. */
const MAX_TOLD = 50;
/** A message may be seen a moment after one that was received later: looks overlap by as much. */
const OVERLAP_MS = 5_000;

/**
 * What the workspace received since the last look, newest first, and which of it belongs into the
 * list that asks: one read along an index, whatever the number of messages.
 */
export async function listArrivals(ctx: Context, query: ListArrivalsQuery): Promise<Arrivals> {
  const since = new Date(query.since.getTime() - OVERLAP_MS);
  const range = { before: NEWEST, from: { at: since, id: OLDEST.id } };
  const newest = newestSql(ctx, { folder: "all" }, range, MAX_TOLD + 1, isVisibleSql(ctx));
  const rows = await queryPrepared<ItemRow & { is_match: boolean }>(
    pool(),
    Prisma.sql`
      SELECT ${ITEM_COLUMNS}, ${matchSql(query)} AS is_match
      FROM (${newest}) s JOIN forms f ON f.id = s.form_id
      ORDER BY s.received_at DESC, s.id DESC`,
  );
  return {
    data: rows.slice(0, MAX_TOLD).map((row) => ({ ...toInboxItem(row), isMatch: row.is_match })),
    isCut: rows.length > MAX_TOLD,
    asOf: ctx.now.getTime(),
  };
}

import { pool } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import { queryPrepared } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { OLDEST, WHOLE_LIST } from "#lib/core/cursor";
import {
  isVisibleSql,
  matchSql,
  pageSql,
  visibleSql,
} from "#lib/domain/submissions/inbox/filter-sql";
import type { Arrivals, ListArrivalsQuery } from "#lib/domain/submissions/inbox/inbox-schema";
import {
  INBOX_COLUMNS,
  type InboxRow,
  SELECT_INBOX,
  toInboxItem,
} from "#lib/domain/submissions/inbox/list-submissions";
import { listAnswering } from "#lib/domain/submissions/replies/composers";
import { orderSql } from "#lib/domain/submissions/search/search-submissions";

const MAX_ARRIVALS = 50;
/** How much polls overlap, because a submission may become visible shortly after a later one. */
const OVERLAP_MS = 5_000;

/**
 * Lists the submissions that the workspace received since the last poll, newest first, and those that match the list's
 * filter; what someone has changed since; and who is replying. One index scan each, however many submissions there are.
 */
export async function listArrivals(ctx: Context, query: ListArrivalsQuery): Promise<Arrivals> {
  const since = new Date(query.since - OVERLAP_MS);
  const range = { ...WHOLE_LIST, from: { at: since, id: OLDEST.id } };
  const newest = pageSql(ctx, { folder: "all" }, range, MAX_ARRIVALS + 1, {
    only: isVisibleSql(ctx),
  });
  const rows = await queryPrepared<InboxRow & { isMatch: boolean }>(
    pool(),
    { ...INBOX_COLUMNS, isMatch: "bool" },
    Prisma.sql`
      SELECT ${SELECT_INBOX}, ${matchSql(query)} AS "isMatch"
      FROM (${newest}) s JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
      ${orderSql(range)}`,
  );
  const changed = await listChanged(ctx, since);
  return {
    data: rows.slice(0, MAX_ARRIVALS).map(toInboxItem),
    isCut: rows.length > MAX_ARRIVALS,
    changed: changed.slice(0, MAX_ARRIVALS),
    areChangesCut: changed.length > MAX_ARRIVALS,
    answering: await listAnswering(ctx),
    asOf: ctx.now.getTime(),
  };
}

/**
 * Lists the messages that someone changed since then, the latest change first, and one more than a response
 * can have.
 */
async function listChanged(ctx: Context, since: Date): Promise<Arrivals["changed"]> {
  const rows = await queryPrepared<InboxRow & { changedAt: Date }>(
    pool(),
    { ...INBOX_COLUMNS, changedAt: "timestamptz" },
    Prisma.sql`
      SELECT ${SELECT_INBOX}, s.changed_at AS "changedAt"
      FROM (
        SELECT * FROM submissions WHERE workspace_id = ${ctx.workspaceId}::uuid AND changed_at > ${since}
        ORDER BY changed_at DESC LIMIT ${MAX_ARRIVALS + 1}
      ) s JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
      WHERE ${visibleSql(ctx)}`,
  );
  return rows.map(({ changedAt, ...row }) => ({
    ...toInboxItem(row),
    changedAt: changedAt.getTime(),
  }));
}

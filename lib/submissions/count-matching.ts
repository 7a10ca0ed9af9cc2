import type { Context } from "#lib/core/context";
import { WHOLE_LIST } from "#lib/core/cursor";
import { db } from "#lib/db/database";
import { isVisibleSql, pageSql, withinDays } from "#lib/submissions/filter-sql";
import type { InboxFilter, MatchCount } from "#lib/submissions/inbox-schema";

const MAX_COUNTED = 1_000;

/**
 * Counts the messages that match a filter by files or days, up to 1,000. Null for other filters: those by
 * folder, form and unread have counters, and a search stops after its page.
 */
export async function countMatching(
  ctx: Context,
  { search, ...filter }: InboxFilter,
): Promise<MatchCount | null> {
  const isCounted = filter.hasFiles === "true" || filter.from || filter.to;
  if (search || !isCounted) return null;
  const range = withinDays(WHOLE_LIST, filter);
  const rows = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count
    FROM (${pageSql(ctx, filter, range, MAX_COUNTED + 1, { only: isVisibleSql(ctx) })}) s`;
  const count = rows[0]?.count ?? 0;
  return {
    count: Math.min(count, MAX_COUNTED),
    isCut: count > MAX_COUNTED,
    asOf: ctx.now.getTime(),
  };
}

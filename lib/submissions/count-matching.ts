import type { Context } from "#lib/core/context";
import { WHOLE_LIST } from "#lib/core/cursor";
import { db } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { isVisibleSql, pageSql, withinDays } from "#lib/submissions/filter-sql";
import type { FoundCounts, InboxFilter, MatchCount } from "#lib/submissions/inbox-schema";
import { listPage } from "#lib/submissions/list-page";
import { Folder } from "#lib/submissions/schema";

const MAX_COUNTED = 1_000;

/**
 * Counts the messages that match a filter by files, failed deliveries, or days, up to 1,000. Null for other filters: those by
 * folder, form, and unread have counters, and a search stops after its page.
 */
export async function countMatching(
  ctx: Context,
  { search, ...filter }: InboxFilter,
): Promise<MatchCount | null> {
  const isCounted =
    filter.hasFiles === "true" || filter.failed === "true" || filter.from || filter.to;
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

const MAX_FOUND = 100;

/** Counts the newest matches of a search by folder, up to 100 in total. Null without a search. */
export async function countFound(ctx: Context, filter: InboxFilter): Promise<FoundCounts | null> {
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

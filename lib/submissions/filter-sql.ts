import type { Context } from "#lib/core/context";
import type { PositionRange } from "#lib/core/cursor";
import { foldForSearch } from "#lib/core/text";
import { Prisma } from "#lib/db/generated/client";
import { isInRangeSql, orderSql } from "#lib/db/position-sql";
import { FOLDERS, type SubmissionFilter } from "#lib/submissions/schema";

/** Visible rows of `submissions s JOIN forms f`: not expired, and not of a deleted form. */
export function visibleSql(ctx: Context): Prisma.Sql {
  return Prisma.sql`s.workspace_id = ${ctx.workspaceId}::uuid AND f.deleted_at IS NULL
    AND (s.expires_at IS NULL OR s.expires_at > ${ctx.now})`;
}

/** {@link visibleSql} for queries without the join. */
export function isVisibleSql(ctx: Context): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM forms f
    WHERE f.workspace_id = s.workspace_id AND f.id = s.form_id AND ${visibleSql(ctx)})`;
}

/**
 * The submissions `s` with these IDs, as a FROM item. OFFSET 0 keeps each a look-up of its own: joined with
 * the forms, the planner expects few submissions of a form and reads all of them.
 */
export function byIdsSql(ctx: Context, ids: readonly string[]): Prisma.Sql {
  return Prisma.sql`unnest(${[...ids]}::uuid[]) AS k(id) CROSS JOIN LATERAL (
    SELECT * FROM submissions WHERE workspace_id = ${ctx.workspaceId}::uuid AND id = k.id OFFSET 0) s`;
}

/** Whether a submission `s` matches the filter. */
export function matchSql(filter: SubmissionFilter): Prisma.Sql {
  const all = [Prisma.sql`TRUE`];
  if (filter.folder !== "all") all.push(Prisma.sql`s.folder = ${filter.folder}`);
  if (filter.formId) all.push(Prisma.sql`s.form_id = ${filter.formId}::uuid`);
  if (filter.unread === "true") all.push(Prisma.sql`NOT s.is_read`);
  if (filter.search) all.push(holdsSql(filter.search));
  return Prisma.join(all, " AND ");
}

/** Whether one value of a submission `s` contains the term, literally. */
export function holdsSql(term: string): Prisma.Sql {
  return Prisma.sql`strpos(s.search_text, ${foldForSearch(term)}) > 0`;
}

/**
 * The first submissions `s` of a range that match a filter without a term, in its order. One index range per folder, so the
 * cost depends on `limit` alone.
 *
 * @param only - a further condition on `s`; rows that don't meet it are read too
 */
export function firstSql(
  ctx: Context,
  filter: Omit<SubmissionFilter, "search">,
  range: PositionRange,
  limit: number,
  only: Prisma.Sql = Prisma.sql`TRUE`,
): Prisma.Sql {
  const firstOf = (folder: Prisma.Sql) => {
    const all = [
      Prisma.sql`s.workspace_id = ${ctx.workspaceId}::uuid AND s.folder = ${folder}`,
      isInRangeSql(range),
      only,
    ];
    if (filter.formId) all.push(Prisma.sql`s.form_id = ${filter.formId}::uuid`);
    if (filter.unread === "true") all.push(Prisma.sql`NOT s.is_read`);
    return Prisma.sql`SELECT * FROM submissions s WHERE ${Prisma.join(all, " AND ")}
      ${orderSql(range)} LIMIT ${limit}`;
  };
  if (filter.folder !== "all") return firstOf(Prisma.sql`${filter.folder}`);
  return Prisma.sql`
    SELECT s.* FROM unnest(${[...FOLDERS]}::text[]) AS d(folder)
    CROSS JOIN LATERAL (${firstOf(Prisma.sql`d.folder`)}) s
    ${orderSql(range)} LIMIT ${limit}`;
}

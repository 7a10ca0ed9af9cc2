import type { Context } from "#lib/core/context";
import type { PositionRange } from "#lib/core/cursor";
import { foldForSearch } from "#lib/core/text";
import { Prisma } from "#lib/db/generated/client";
import { FOLDERS, type SubmissionFilter } from "#lib/submissions/schema";

/** What an owner can see at all of `submissions s JOIN forms f`: forms that are deleted hide theirs. */
export function visibleSql(ctx: Context): Prisma.Sql {
  return Prisma.sql`s.workspace_id = ${ctx.workspaceId}::uuid AND f.deleted_at IS NULL
    AND (s.expires_at IS NULL OR s.expires_at > ${ctx.now})`;
}

/** {@link visibleSql} where only the message `s` is at hand. */
export function isVisibleSql(ctx: Context): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM forms f WHERE f.id = s.form_id AND ${visibleSql(ctx)})`;
}

/** Whether a message is in the folder and of the kind that a filter names, and holds its term. */
export function matchSql(filter: SubmissionFilter): Prisma.Sql {
  const all = [Prisma.sql`TRUE`];
  if (filter.folder !== "all") all.push(Prisma.sql`s.folder = ${filter.folder}`);
  if (filter.formId) all.push(Prisma.sql`s.form_id = ${filter.formId}::uuid`);
  if (filter.unread === "true") all.push(Prisma.sql`NOT s.is_read`);
  if (filter.search) all.push(holdsSql(filter.search));
  return Prisma.join(all, " AND ");
}

/** Whether one value of a message `s` holds the term. Every character of a term means itself. */
export function holdsSql(term: string): Prisma.Sql {
  return Prisma.sql`strpos(s.search_text, ${foldForSearch(term)}) > 0`;
}

function rangeSql({ before, from }: PositionRange): Prisma.Sql {
  return Prisma.sql`(s.received_at, s.id) < (${before.at}, ${before.id}::uuid)
    AND (s.received_at, s.id) >= (${from.at}, ${from.id}::uuid)`;
}

/**
 * The newest messages `s` of a folder, of a form or of all, unread or not; what they hold is not
 * looked at. Exactly a range of an index, so that it costs what it answers; all folders are three.
 *
 * @param only - a further condition on `s`; rows that do not meet it are read in vain
 */
export function newestSql(
  ctx: Context,
  filter: Omit<SubmissionFilter, "search">,
  range: PositionRange,
  limit: number,
  only: Prisma.Sql = Prisma.sql`TRUE`,
): Prisma.Sql {
  const newestOf = (folder: Prisma.Sql) => {
    const all = [
      Prisma.sql`s.workspace_id = ${ctx.workspaceId}::uuid AND s.folder = ${folder}`,
      rangeSql(range),
      only,
    ];
    if (filter.formId) all.push(Prisma.sql`s.form_id = ${filter.formId}::uuid`);
    if (filter.unread === "true") all.push(Prisma.sql`NOT s.is_read`);
    return Prisma.sql`SELECT * FROM submissions s WHERE ${Prisma.join(all, " AND ")}
      ORDER BY s.received_at DESC, s.id DESC LIMIT ${limit}`;
  };
  if (filter.folder !== "all") return newestOf(Prisma.sql`${filter.folder}`);
  return Prisma.sql`
    SELECT s.* FROM unnest(${[...FOLDERS]}::text[]) AS d(folder)
    CROSS JOIN LATERAL (${newestOf(Prisma.sql`d.folder`)}) s
    ORDER BY s.received_at DESC, s.id DESC LIMIT ${limit}`;
}

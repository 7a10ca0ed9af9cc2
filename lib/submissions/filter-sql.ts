import type { Context } from "#lib/core/context";
import type { Position } from "#lib/core/cursor";
import { foldForSearch } from "#lib/core/text";
import { Prisma } from "#lib/db/generated/client";
import type { SubmissionFilter } from "#lib/submissions/schema";

/** `%`, `_` and `\` of a search text mean themselves. */
function likePattern(search: string): string {
  return `%${foldForSearch(search).replace(/[\\%_]/g, "\\$&")}%`;
}

/** What an owner can see at all of `submissions s JOIN forms f`: forms that are deleted hide theirs. */
export function visibleSql(ctx: Context): Prisma.Sql {
  return Prisma.sql`s.workspace_id = ${ctx.workspaceId}::uuid AND f.deleted_at IS NULL
    AND (s.expires_at IS NULL OR s.expires_at > ${ctx.now})`;
}

/** Whether a message is in the folder and of the kind that a filter names. */
export function matchSql(filter: SubmissionFilter): Prisma.Sql {
  const all = [Prisma.sql`TRUE`];
  if (filter.folder !== "all") all.push(Prisma.sql`s.folder = ${filter.folder}`);
  if (filter.formId) all.push(Prisma.sql`s.form_id = ${filter.formId}::uuid`);
  if (filter.unread === "true") all.push(Prisma.sql`NOT s.is_read`);
  if (filter.search) all.push(Prisma.sql`s.search_text LIKE ${likePattern(filter.search)}`);
  return Prisma.join(all, " AND ");
}

/** The WHERE of lists and exports over `submissions s JOIN forms f`. */
export function filterSql(
  ctx: Context,
  filter: SubmissionFilter,
  after: Position | null = null,
): Prisma.Sql {
  const all = [visibleSql(ctx), matchSql(filter)];
  if (after) all.push(Prisma.sql`(s.received_at, s.id) < (${after.at}, ${after.id}::uuid)`);
  return Prisma.join(all, " AND ");
}

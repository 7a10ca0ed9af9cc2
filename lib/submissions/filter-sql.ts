import type { Context } from "#lib/core/context";
import type { Position } from "#lib/core/cursor";
import { foldCase } from "#lib/core/text";
import { Prisma } from "#lib/db/generated/client";
import type { SubmissionFilter } from "#lib/submissions/schema";

/** `%`, `_` and `\` of a search text mean themselves. */
function likePattern(search: string): string {
  return `%${foldCase(search).replace(/[\\%_]/g, "\\$&")}%`;
}

/** The WHERE of lists and exports over `submissions s JOIN forms f`; forms that are deleted hide theirs. */
export function filterSql(
  ctx: Context,
  filter: SubmissionFilter,
  after: Position | null = null,
): Prisma.Sql {
  const all = [
    Prisma.sql`s.workspace_id = ${ctx.workspaceId}::uuid`,
    Prisma.sql`f.deleted_at IS NULL`,
    Prisma.sql`(s.expires_at IS NULL OR s.expires_at > ${ctx.now})`,
  ];
  if (filter.folder !== "all") all.push(Prisma.sql`s.folder = ${filter.folder}`);
  if (filter.formId) all.push(Prisma.sql`s.form_id = ${filter.formId}::uuid`);
  if (filter.unread === "true") all.push(Prisma.sql`NOT s.is_read`);
  if (filter.search) all.push(Prisma.sql`s.search_text LIKE ${likePattern(filter.search)}`);
  if (after) all.push(Prisma.sql`(s.received_at, s.id) < (${after.at}, ${after.id}::uuid)`);
  return Prisma.join(all, " AND ");
}

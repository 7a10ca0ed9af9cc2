import type { Db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { FieldPairs } from "#lib/core/fields/fields";
import { makeSearchText } from "#lib/core/fields/search-text";
import { idsOf } from "#lib/core/ids";
import { foldForSearch, VALUE_SEPARATOR } from "#lib/core/text";
import { byIdsSql } from "#lib/domain/submissions/inbox/filter-sql";

/** The maximum number of messages with their texts in memory at a time. */
const AT_ONCE = 50;

/**
 * Rebuilds the search texts of submissions after their notes or replies have changed, sets whether they have notes, and
 * makes other tabs notice. Call it while their rows are locked.
 */
export async function refreshSearchTexts(
  tx: Db,
  ctx: Context,
  submissionIds: readonly string[],
): Promise<void> {
  for (let at = 0; at < submissionIds.length; at += AT_ONCE)
    await refreshBatch(tx, ctx, submissionIds.slice(at, at + AT_ONCE));
}

async function refreshBatch(tx: Db, ctx: Context, ids: readonly string[]): Promise<void> {
  const { workspaceId, now } = ctx;
  const written = {
    where: { workspaceId, submissionId: { in: [...ids] } },
    select: { submissionId: true, text: true },
    orderBy: [{ createdAt: "asc" as const }, { id: "asc" as const }],
  };
  const notes = Map.groupBy(await tx.note.findMany(written), ({ submissionId }) => submissionId);
  const replies = Map.groupBy(await tx.reply.findMany(written), ({ submissionId }) => submissionId);
  const rows = await tx.submission.findMany({
    where: { workspaceId, id: { in: [...ids] } },
    select: { id: true, fields: true },
  });
  const texts = rows.map(({ id, fields }) => {
    const own = [...(notes.get(id) ?? []), ...(replies.get(id) ?? [])];
    const words = own.map(({ text }) => text);
    return makeSearchText(FieldPairs.parse(fields), words);
  });
  const noted = rows.map(({ id }) => notes.has(id));
  await tx.$executeRaw`
    UPDATE submissions m SET search_text = k.search_text, search_indexed = false,
      has_notes = k.has_notes, changed_at = ${now}
    FROM unnest(${idsOf(rows)}::uuid[], ${texts}::text[], ${noted}::bool[])
      AS k(id, search_text, has_notes)
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.id = k.id`;
}

/**
 * Adds a new note to the search texts of submissions, with the same result as {@link refreshSearchTexts}, but without
 * reading them. Call it while their rows are locked.
 */
export async function addToSearchTexts(
  tx: Db,
  ctx: Context,
  submissionIds: readonly string[],
  text: string,
): Promise<void> {
  const added = VALUE_SEPARATOR + foldForSearch(text);
  await tx.$executeRaw`
    UPDATE submissions m SET search_text = m.search_text || ${added}::text, search_indexed = false,
      has_notes = true, changed_at = ${ctx.now}
    FROM ${byIdsSql(ctx, submissionIds)}
    WHERE m.workspace_id = s.workspace_id AND m.id = s.id`;
}

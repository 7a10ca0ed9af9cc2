import { byId, type Db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { FieldPairs } from "#lib/core/fields/fields";
import { makeSearchText } from "#lib/core/fields/search-text";

/**
 * Makes a submission's search text again after its notes or replies have changed, and has other tabs notice that. The
 * caller holds its row.
 */
export async function refreshSearchText(tx: Db, ctx: Context, submissionId: string): Promise<void> {
  const where = { workspaceId: ctx.workspaceId, submissionId };
  const written = [
    ...(await tx.note.findMany({ where, select: { text: true } })),
    ...(await tx.reply.findMany({ where, select: { text: true } })),
  ];
  const { fields } = await tx.submission.findUniqueOrThrow({
    where: byId(ctx, submissionId),
    select: { fields: true },
  });
  const texts = written.map(({ text }) => text);
  const searchText = makeSearchText(FieldPairs.parse(fields), texts);
  await tx.submission.update({
    where: byId(ctx, submissionId),
    data: { searchText, searchIndexed: false, changedAt: ctx.now },
  });
}

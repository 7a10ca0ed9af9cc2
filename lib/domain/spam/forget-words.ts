import { lockInTransaction, transaction } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { dropModel } from "#lib/domain/spam/word-model";

/**
 * Deletes what the workspace has learned about words. Messages that were marked earlier don't count again; only later
 * decisions do.
 */
export async function forgetWords(ctx: Context): Promise<void> {
  const where = { workspaceId: ctx.workspaceId };
  await transaction(async (tx) => {
    await lockInTransaction(tx, `spam-words:${ctx.workspaceId}`);
    await tx.spamWord.deleteMany({ where });
    await tx.spamModel.deleteMany({ where });
    await tx.$executeRaw`
      UPDATE submissions SET learned_label = spam_label
      WHERE workspace_id = ${ctx.workspaceId}::uuid AND spam_label IS DISTINCT FROM learned_label`;
    await recordAudit(tx, ctx, { action: "spam_filter.words_forgotten" });
  });
  dropModel(ctx);
}

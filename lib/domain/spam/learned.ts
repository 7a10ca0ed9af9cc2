import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { MIN_EACH } from "#lib/domain/spam/words";

/**
 * Returns how much a workspace has learned about words. `needed`: messages of each kind, below which words
 * aren't used.
 */
export async function readLearned({ workspaceId }: Context) {
  const model = await db().spamModel.findUnique({ where: { workspaceId } });
  const { spam, good } = model ?? { spam: 0, good: 0 };
  return { spam, good, needed: MIN_EACH, isSilent: Math.min(spam, good) < MIN_EACH };
}

/**
 * Lists the words of a workspace that are stored in plain text, the most frequent first, for its
 * export.
 */
export async function listWords({ workspaceId }: Context) {
  const rows = await db().spamWord.findMany({
    where: { workspaceId, word: { not: null } },
    select: { word: true, spam: true, good: true },
    orderBy: [{ spam: "desc" }, { word: "asc" }],
  });
  return rows.map(({ word, ...counts }) => ({ word: word ?? "", ...counts }));
}

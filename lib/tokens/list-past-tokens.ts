import type { Context } from "#lib/core/context";
import { decodeCursor, type Page, toPage } from "#lib/core/cursor";
import { db } from "#lib/db/database";
import type { TokenListItem } from "#lib/tokens/schema";
import { toTokenListItem } from "#lib/tokens/store";

/** One page of the tokens that have expired or were revoked, by when they were made, newest first. */
export async function listPastTokens(
  ctx: Context,
  query: { limit: number; cursor?: string },
): Promise<Page<TokenListItem>> {
  const after = query.cursor ? decodeCursor(query.cursor) : null;
  const rows = await db().token.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      ...(after ? { createdAt: { lte: after.at } } : {}),
      AND: [
        { OR: [{ revokedAt: { not: null } }, { expiresAt: { lte: ctx.now } }] },
        ...(after ? [{ OR: [{ createdAt: { lt: after.at } }, { id: { lt: after.id } }] }] : []),
      ],
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: query.limit + 1,
  });
  return toPage(
    rows,
    query.limit,
    (row) => ({ at: row.createdAt, id: row.id }),
    (row) => toTokenListItem(row, ctx.now),
  );
}

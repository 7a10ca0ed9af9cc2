import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { TOKEN_LIMITS, type TokenListItem } from "#lib/tokens/schema";
import { toTokenListItem } from "#lib/tokens/store";

/** The tokens that open something now, newest first; there are at most 20. */
export async function listActiveTokens(ctx: Context): Promise<TokenListItem[]> {
  const rows = await db().token.findMany({
    where: { workspaceId: ctx.workspaceId, revokedAt: null, expiresAt: { gt: ctx.now } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: TOKEN_LIMITS.active,
  });
  return rows.map((row) => toTokenListItem(row, ctx.now));
}

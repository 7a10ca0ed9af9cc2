import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import type { TokenListItem } from "#lib/tokens/schema";
import { toTokenListItem } from "#lib/tokens/store";

/** All tokens of the workspace, newest first, expired and revoked ones included (SPEC, Authentication 4). */
export async function listTokens(ctx: Context): Promise<TokenListItem[]> {
  const rows = await db().token.findMany({
    where: { workspaceId: ctx.workspaceId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.map((row) => toTokenListItem(row, ctx.now));
}

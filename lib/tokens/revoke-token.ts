import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { db } from "#lib/db/database";

/**
 * Revokes a token; requests that were authorized before may finish. Revoking twice changes nothing.
 *
 * @throws {AppError} not_found
 */
export async function revokeToken(ctx: Context, tokenId: string): Promise<void> {
  if (!isId(tokenId)) throw notFound();
  const where = { id: tokenId, workspaceId: ctx.workspaceId };
  const { count } = await db().token.updateMany({
    where: { ...where, revokedAt: null },
    data: { revokedAt: ctx.now },
  });
  if (count === 0 && !(await db().token.findFirst({ where, select: { id: true } })))
    throw notFound();
}

import { db, transaction } from "#lib/adapters/db/database";
import type { Token as TokenRow } from "#lib/adapters/db/generated/client";
import { type Context, requireOwner } from "#lib/core/context";
import { byCreation, decodeCursor, olderThan, type Page, toPage } from "#lib/core/cursor";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { TokenListItem } from "#lib/domain/tokens/schema";

const StoredToken = TokenListItem.strip();

export function toTokenListItem(row: TokenRow, now: Date): TokenListItem {
  return StoredToken.parse({
    ...row,
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    revokedAt: row.revokedAt?.getTime() ?? null,
    lastUsedAt: row.lastUsedAt?.getTime() ?? null,
    status: row.revokedAt ? "revoked" : row.expiresAt <= now ? "expired" : "active",
  });
}

/**
 * Lists the tokens of the workspace, newest first, including expired and revoked ones, but without those of connected
 * apps.
 *
 * @param options - `isActive`: only those that still work, at most 20
 * @throws {AppError} owner_required
 */
export async function listTokens(
  ctx: Context,
  { isActive = false } = {},
): Promise<TokenListItem[]> {
  requireOwner(ctx);
  const active = { revokedAt: null, expiresAt: { gt: ctx.now } };
  const rows = await db().token.findMany({
    where: { workspaceId: ctx.workspaceId, grant: null, ...(isActive ? active : {}) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.map((row) => toTokenListItem(row, ctx.now));
}

/**
 * Lists one page of expired and revoked tokens, by creation, newest first.
 *
 * @throws {AppError} owner_required
 */
export async function listPastTokens(
  ctx: Context,
  query: { limit: number; cursor?: string },
): Promise<Page<TokenListItem>> {
  requireOwner(ctx);
  const isPast = { OR: [{ revokedAt: { not: null } }, { expiresAt: { lte: ctx.now } }] };
  const rows = await db().token.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      grant: null,
      AND: [isPast, olderThan(query.cursor ? decodeCursor(query.cursor) : null)],
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: query.limit + 1,
  });
  return toPage(rows, query.limit, byCreation, (row) => toTokenListItem(row, ctx.now));
}

/**
 * Revokes a token; requests already authorized may finish. Revoking twice changes nothing.
 *
 * @throws {AppError} owner_required, not_found
 */
export async function revokeToken(ctx: Context, tokenId: string): Promise<void> {
  if (!isId(tokenId)) throw notFound();
  requireOwner(ctx);
  await transaction(async (tx) => {
    const where = { id: tokenId, workspaceId: ctx.workspaceId };
    const token = await tx.token.findFirst({ where, select: { name: true } });
    if (!token) throw notFound();
    const { count } = await tx.token.updateMany({
      where: { ...where, revokedAt: null },
      data: { revokedAt: ctx.now },
    });
    const subject = { id: tokenId, name: token.name };
    if (count > 0) await recordAudit(tx, ctx, { action: "token.revoked", subject });
  });
}

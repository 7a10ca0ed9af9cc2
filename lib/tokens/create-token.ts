import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import { lockInTransaction, transaction } from "#lib/db/database";
import { type CreatedToken, type CreateTokenInput, TOKEN_LIMITS } from "#lib/tokens/schema";
import { makeTokenSecret, PREFIX_LENGTH } from "#lib/tokens/secret";
import { toTokenListItem } from "#lib/tokens/store";

const DAY_MS = 86_400_000;

/**
 * Creates a token; its secret is in this answer and nowhere else, ever again.
 *
 * @throws {AppError} token_limit_reached when 20 are active or 50 were made in 24 hours
 */
export async function createToken(ctx: Context, input: CreateTokenInput): Promise<CreatedToken> {
  const secret = makeTokenSecret();
  const row = await transaction(async (tx) => {
    await lockInTransaction(tx, `tokens:${ctx.workspaceId}`);
    const recent = await tx.token.findMany({
      where: {
        workspaceId: ctx.workspaceId,
        createdAt: { gt: new Date(ctx.now.getTime() - DAY_MS) },
      },
      orderBy: { createdAt: "desc" },
      take: TOKEN_LIMITS.createdPer24Hours,
      select: { createdAt: true },
    });
    const oldest = recent.at(TOKEN_LIMITS.createdPer24Hours - 1);
    if (oldest)
      throw new AppError(
        "token_limit_reached",
        `A workspace can create ${TOKEN_LIMITS.createdPer24Hours} tokens in 24 hours. Try again later.`,
        { retryAfterSeconds: (oldest.createdAt.getTime() + DAY_MS - ctx.now.getTime()) / 1000 },
      );
    const active = await tx.token.count({
      where: { workspaceId: ctx.workspaceId, revokedAt: null, expiresAt: { gt: ctx.now } },
    });
    if (active >= TOKEN_LIMITS.active)
      throw new AppError(
        "token_limit_reached",
        `A workspace can have ${TOKEN_LIMITS.active} active tokens. Revoke one that is no longer used.`,
      );
    return tx.token.create({
      data: {
        id: newId(),
        workspaceId: ctx.workspaceId,
        name: input.name,
        scopes: input.scopes,
        hash: sha256(secret),
        prefix: secret.slice(0, PREFIX_LENGTH),
        createdAt: ctx.now,
        expiresAt: new Date(ctx.now.getTime() + input.expiresInDays * DAY_MS),
      },
    });
  });
  return { ...toTokenListItem(row, ctx.now), token: secret };
}

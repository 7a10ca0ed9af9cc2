import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { type IdempotencyKey, idUnderKey, isRepeatable, newId } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import { type Db, lockInTransaction, transaction } from "#lib/db/database";
import type { Token as TokenRow } from "#lib/db/generated/client";
import { type CreatedToken, type CreateTokenInput, TOKEN_LIMITS } from "#lib/tokens/schema";
import { makeTokenSecret, PREFIX_LENGTH } from "#lib/tokens/secret";
import { toTokenListItem } from "#lib/tokens/tokens";

const DAY_MS = 86_400_000;

/**
 * Creates a token; its secret is in this answer and nowhere else, ever again.
 *
 * @param key - asked for twice under one key, a token is made once: the second time it gets a new
 *   secret in place of the one whose answer was lost, as long as that one was never used
 * @throws {AppError} token_limit_reached when 20 are active or 50 were made in 24 hours;
 *   idempotency_key_reused when another token was made under the key, or this one is in use
 */
export async function createToken(
  ctx: Context,
  input: CreateTokenInput,
  key?: IdempotencyKey,
): Promise<CreatedToken> {
  const secret = makeTokenSecret();
  const id = key ? idUnderKey(ctx, "token", key) : newId();
  const kept = { hash: sha256(secret), prefix: secret.slice(0, PREFIX_LENGTH) };
  const row = await transaction(async (tx) => {
    await lockInTransaction(tx, `tokens:${ctx.workspaceId}`);
    const made = key ? await findUnseen(tx, ctx, id, input) : null;
    if (made) return tx.token.update({ where: { id: made.id }, data: kept });
    await requireRoom(tx, ctx);
    return tx.token.create({
      data: {
        id,
        workspaceId: ctx.workspaceId,
        name: input.name,
        scopes: input.scopes,
        ...kept,
        createdAt: ctx.now,
        expiresAt: new Date(ctx.now.getTime() + input.expiresInDays * DAY_MS),
      },
    });
  });
  return { ...toTokenListItem(row, ctx.now), token: secret };
}

/** What the first call under a key has made of the same input, with a secret that nobody has used. */
async function findUnseen(
  tx: Db,
  ctx: Context,
  id: string,
  { name, scopes, expiresInDays }: CreateTokenInput,
): Promise<TokenRow | null> {
  const made = await tx.token.findFirst({ where: { id, workspaceId: ctx.workspaceId } });
  if (!made) return null;
  const isSame =
    made.name === name &&
    `${made.scopes}` === `${scopes}` &&
    made.expiresAt.getTime() === made.createdAt.getTime() + expiresInDays * DAY_MS;
  if (isSame && !made.revokedAt && !made.lastUsedAt && isRepeatable(ctx, made.createdAt))
    return made;
  throw new AppError(
    "idempotency_key_reused",
    `The token “${made.name}” was already created from this page. If you didn’t get its secret, revoke it. Reload the page to create another.`,
  );
}

/** @throws {AppError} token_limit_reached */
async function requireRoom(tx: Db, ctx: Context): Promise<void> {
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
      `A workspace can create up to ${TOKEN_LIMITS.createdPer24Hours} tokens in 24 hours. Try again later.`,
      { retryAfterSeconds: (oldest.createdAt.getTime() + DAY_MS - ctx.now.getTime()) / 1000 },
    );
  const active = await tx.token.count({
    where: { workspaceId: ctx.workspaceId, revokedAt: null, expiresAt: { gt: ctx.now } },
  });
  if (active >= TOKEN_LIMITS.active)
    throw new AppError(
      "token_limit_reached",
      `A workspace can have up to ${TOKEN_LIMITS.active} active tokens. Revoke one you no longer use.`,
    );
}

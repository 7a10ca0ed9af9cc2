import { byId, type Db, db, lockInTransaction, transaction } from "#lib/adapters/db/database";
import type { Token as TokenRow } from "#lib/adapters/db/generated/client";
import { type Context, requireOwner, requireRecentProof } from "#lib/core/context";
import { DAY_MS } from "#lib/core/durations";
import { AppError } from "#lib/core/errors";
import { type IdempotencyKey, idUnderKey, isRepeatable, newId } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import {
  lockMembers,
  requireConfirmedAddress,
  requireOpenSession,
  requireStillOwner,
} from "#lib/domain/access/access-locks";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { queueSecurityEmail } from "#lib/domain/emails/security-email";
import { makeTokenSecret, PREFIX_LENGTH } from "#lib/domain/tokens/authenticate-token";
import { type CreatedToken, type CreateTokenInput, TOKEN_LIMITS } from "#lib/domain/tokens/schema";
import { toTokenListItem } from "#lib/domain/tokens/tokens";

/**
 * Creates a token, and emails the user that it exists. Its secret is returned only once.
 *
 * @param key - a repeat under the same key creates no second token. It replaces the secret, whose
 *   response was lost, as long as that was never used.
 * @throws {AppError} owner_required; address_unconfirmed; reauthentication_required; token_limit_reached when 20 are active or 50 were created in 24 hours;
 *   idempotency_key_reused when the key created another token, or this one is already in use
 */
export async function createToken(
  ctx: Context,
  input: CreateTokenInput,
  key?: IdempotencyKey,
): Promise<CreatedToken> {
  requireOwner(ctx);
  if (ctx.actor.kind === "user") await requireConfirmedAddress(db(), ctx.actor.userId);
  requireRecentProof(ctx);
  const secret = makeTokenSecret();
  const id = key ? idUnderKey(ctx, "token", key) : newId();
  const stored = { hash: sha256(secret), prefix: secret.slice(0, PREFIX_LENGTH) };
  const row = await transaction(async (tx) => {
    if (ctx.actor.kind === "user") {
      await lockMembers(tx, ctx.workspaceId);
      await requireStillOwner(tx, ctx);
      await requireOpenSession(tx, ctx);
    }
    await lockInTransaction(tx, `tokens:${ctx.workspaceId}`);
    const created = key ? await findUnused(tx, ctx, id, input) : null;
    if (!created) await requireWithinLimits(tx, ctx);
    await recordAudit(tx, ctx, {
      action: "token.created",
      subject: { id, name: input.name },
      details: {
        scopes: input.scopes,
        ...(created ? { reason: "repeated after a lost response" } : {}),
      },
    });
    if (created) return tx.token.update({ where: byId(ctx, created.id), data: stored });
    const userId = ctx.actor.kind === "user" ? ctx.actor.userId : null;
    if (userId !== null) {
      const event = { purpose: "token_created", name: input.name } as const;
      await queueSecurityEmail(tx, ctx, userId, event);
    }
    return tx.token.create({
      data: {
        id,
        workspaceId: ctx.workspaceId,
        name: input.name,
        scopes: input.scopes,
        ...stored,
        createdBy: userId,
        createdAt: ctx.now,
        expiresAt: new Date(ctx.now.getTime() + input.expiresInDays * DAY_MS),
      },
    });
  });
  return { ...toTokenListItem(row, ctx.now), token: secret };
}

/**
 * Finds the token that an earlier call with the same key and input created, if no one has used it.
 *
 * @throws {AppError} idempotency_key_reused
 */
async function findUnused(
  tx: Db,
  ctx: Context,
  id: string,
  { name, scopes, expiresInDays }: CreateTokenInput,
): Promise<TokenRow | null> {
  const row = await tx.token.findFirst({ where: { id, workspaceId: ctx.workspaceId } });
  if (!row) return null;
  const isSame =
    row.name === name &&
    `${row.scopes}` === `${scopes}` &&
    row.expiresAt.getTime() === row.createdAt.getTime() + expiresInDays * DAY_MS;
  if (isSame && !row.revokedAt && !row.lastUsedAt && isRepeatable(ctx, row.createdAt)) return row;
  throw new AppError(
    "idempotency_key_reused",
    `The token “${row.name}” was already created from this page. If you didn’t get its secret, revoke it. Reload the page to create another.`,
  );
}

/** @throws {AppError} token_limit_reached */
async function requireWithinLimits(tx: Db, ctx: Context): Promise<void> {
  const recent = await tx.token.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      grant: null,
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
    where: {
      workspaceId: ctx.workspaceId,
      grant: null,
      revokedAt: null,
      expiresAt: { gt: ctx.now },
    },
  });
  if (active >= TOKEN_LIMITS.active)
    throw new AppError(
      "token_limit_reached",
      `A workspace can have up to ${TOKEN_LIMITS.active} active tokens. Revoke one you no longer use.`,
    );
}

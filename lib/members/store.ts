import { recordAudit } from "#lib/audit/record-audit";
import type { Context } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import type { Db } from "#lib/db/database";
import type { Membership, User } from "#lib/db/generated/client";
import type { TokenChoice } from "#lib/members/schema";

type MemberRow = Membership & { user: User };

/** @throws {AppError} not_found */
export async function findMember(tx: Db, ctx: Context, userId: string): Promise<MemberRow> {
  if (!isId(userId)) throw notFound();
  const row = await tx.membership.findUnique({
    where: { workspaceId_userId: { workspaceId: ctx.workspaceId, userId } },
    include: { user: true },
  });
  if (!row) throw notFound();
  return row;
}

/**
 * Call it before an owner stops being one, while the members are locked.
 *
 * @throws {AppError} last_owner
 */
export async function requireOtherOwner(tx: Db, ctx: Context, userId: string): Promise<void> {
  const others = await tx.membership.count({
    where: { workspaceId: ctx.workspaceId, role: "owner", userId: { not: userId } },
  });
  if (others === 0)
    throw new AppError(
      "last_owner",
      "A workspace needs an owner. Make another member an owner first, or delete the workspace.",
    );
}

/**
 * Takes back what someone did as an owner: their open invitations, and their tokens if wanted.
 *
 * @returns the number of revoked tokens
 */
export async function endOwnership(
  tx: Db,
  ctx: Context,
  userId: string,
  { revokeTokens }: TokenChoice,
): Promise<number> {
  const { workspaceId, now } = ctx;
  await tx.invitation.updateMany({
    where: { workspaceId, invitedBy: userId, acceptedAt: null, revokedAt: null },
    data: { revokedAt: now },
  });
  if (!revokeTokens) return 0;
  const tokens = await tx.token.updateManyAndReturn({
    where: { workspaceId, createdBy: userId, revokedAt: null, expiresAt: { gt: now } },
    data: { revokedAt: now },
    select: { id: true, name: true },
  });
  for (const subject of tokens) await recordAudit(tx, ctx, { action: "token.revoked", subject });
  return tokens.length;
}

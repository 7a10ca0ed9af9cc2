import { ensureHome, notifyOfLostAccess } from "#lib/accounts/workspace";
import { recordAudit } from "#lib/audit/record-audit";
import { type Context, requireOwner, requireRecentProof, requireUserId } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { lockMembers, requireStillOwner } from "#lib/db/access-locks";
import { type Db, transaction } from "#lib/db/database";
import type { Membership, User } from "#lib/db/generated/client";
import type { ChangeRoleInput, TokenChoice } from "#lib/members/schema";

/** The key of a membership. */
function membershipOf(ctx: Context, userId: string) {
  return { workspaceId_userId: { workspaceId: ctx.workspaceId, userId } };
}

/**
 * Changes a member's role, from their next request on. An owner who becomes a member loses their open
 * invitations, and their tokens if wanted.
 *
 * @throws {AppError} owner_required; reauthentication_required; not_found; last_owner
 */
export async function changeRole(
  ctx: Context,
  userId: string,
  { role, revokeTokens }: ChangeRoleInput,
): Promise<void> {
  requireOwner(ctx);
  requireRecentProof(ctx);
  await transaction(async (tx) => {
    await lockMembers(tx, ctx.workspaceId);
    const member = await findMember(tx, ctx, userId);
    if (member.role === role) return;
    if (role === "member") await requireOtherOwner(tx, ctx, userId);
    await requireStillOwner(tx, ctx);
    await tx.membership.update({ where: membershipOf(ctx, userId), data: { role } });
    const revokedTokens =
      role === "member" ? await endOwnership(tx, ctx, userId, { revokeTokens }) : 0;
    await recordAudit(tx, ctx, {
      action: "member.role_changed",
      subject: { id: userId, name: member.user.email },
      details: { role, revokedTokens },
    });
  });
}

/**
 * Removes a member. Their sessions lose access to this workspace immediately, and they're notified by email.
 *
 * @throws {AppError} owner_required; reauthentication_required; not_found; last_owner
 */
export async function removeMember(
  ctx: Context,
  userId: string,
  choice: TokenChoice,
): Promise<void> {
  requireOwner(ctx);
  requireRecentProof(ctx);
  await transaction(async (tx) => {
    await lockMembers(tx, ctx.workspaceId);
    const member = await endMembership(tx, ctx, userId, choice);
    const workspace = await tx.workspace.findUniqueOrThrow({ where: { id: ctx.workspaceId } });
    await notifyOfLostAccess(tx, ctx, member.user, {
      workspaceName: workspace.name,
      isDeleted: false,
    });
    await recordAudit(tx, ctx, {
      action: "member.removed",
      subject: { id: userId, name: member.user.email },
      details: { revokedTokens: member.revokedTokens },
    });
  });
}

/**
 * Ends the caller's own membership and moves their sessions to another workspace of theirs, an empty one
 * if this was the last.
 *
 * @throws {AppError} session_required; last_owner
 */
export async function leaveWorkspace(ctx: Context, choice: TokenChoice): Promise<void> {
  const userId = requireUserId(ctx);
  const { workspaceId, now } = ctx;
  await transaction(async (tx) => {
    await lockMembers(tx, workspaceId);
    const member = await endMembership(tx, ctx, userId, choice);
    const homeId = await ensureHome(tx, userId, now);
    const where = { userId, workspaceId };
    await tx.session.updateMany({ where, data: { workspaceId: homeId } });
    await recordAudit(tx, ctx, {
      action: "member.left",
      subject: { id: userId, name: member.user.email },
      details: { revokedTokens: member.revokedTokens },
    });
  });
}

/** @throws {AppError} not_found; last_owner; owner_required if the caller has lost that role since */
async function endMembership(tx: Db, ctx: Context, userId: string, choice: TokenChoice) {
  const member = await findMember(tx, ctx, userId);
  if (member.role === "owner") await requireOtherOwner(tx, ctx, userId);
  if (requireUserId(ctx) !== userId) await requireStillOwner(tx, ctx);
  await tx.membership.delete({ where: membershipOf(ctx, userId) });
  const revokedTokens = await endOwnership(tx, ctx, userId, choice);
  return { ...member, revokedTokens };
}

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

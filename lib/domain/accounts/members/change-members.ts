import { type Db, transaction } from "#lib/adapters/db/database";
import { type Context, requireOwner, requireRecentProof, requireUserId } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { lockMembers, requireStillOwner } from "#lib/domain/access/access-locks";
import type { ChangeRoleInput, TokenChoice } from "#lib/domain/accounts/members/schema";
import { ensureWorkspace, notifyOfLostAccess } from "#lib/domain/accounts/workspace";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { cancelDigests } from "#lib/domain/deliveries/cancel";
import { removeMembersAddress } from "#lib/domain/emails/remove-recipient";
import { disconnectAppsOf } from "#lib/domain/grants/connected-apps";
import { unassignAll } from "#lib/domain/submissions/assign";

function membershipOf(ctx: Context, userId: string) {
  return { workspaceId_userId: { workspaceId: ctx.workspaceId, userId } };
}

/**
 * Changes a member's role from their next request on. An owner who becomes a member loses their open
 * invitations and, on request, their tokens.
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
 * Removes a member. Their sessions lose access to this workspace immediately, their address gets nothing more about its
 * forms, and they're notified by email.
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
    const { user } = await endMembership(tx, ctx, userId, choice, "member.removed");
    const workspace = await tx.workspace.findUniqueOrThrow({ where: { id: ctx.workspaceId } });
    const why = { workspaceName: workspace.name, isDeleted: false };
    await notifyOfLostAccess(tx, ctx, user, why);
  });
}

/**
 * Ends the caller's own membership and moves their sessions to another workspace of theirs, an empty one
 * if this was the last. Those that the workspace's own provider opened end.
 *
 * @throws {AppError} session_required; last_owner
 */
export async function leaveWorkspace(ctx: Context, choice: TokenChoice): Promise<void> {
  const userId = requireUserId(ctx);
  const { workspaceId, now } = ctx;
  await transaction(async (tx) => {
    await lockMembers(tx, workspaceId);
    await endMembership(tx, ctx, userId, choice, "member.left");
    const homeId = await ensureWorkspace(tx, userId, now);
    const where = { userId, workspaceId };
    await tx.session.deleteMany({ where: { ...where, method: "workspace_provider" } });
    await tx.session.updateMany({ where, data: { workspaceId: homeId } });
  });
}

/** @throws {AppError} not_found; last_owner; owner_required if the caller has lost that role since */
async function endMembership(
  tx: Db,
  ctx: Context,
  userId: string,
  choice: TokenChoice,
  action: "member.removed" | "member.left",
) {
  const member = await findMember(tx, ctx, userId);
  if (member.role === "owner") await requireOtherOwner(tx, ctx, userId);
  if (requireUserId(ctx) !== userId) await requireStillOwner(tx, ctx);
  // Must come first, so that no one can assign them a message from now on.
  await tx.membership.delete({ where: membershipOf(ctx, userId) });
  await unassignAll(tx, ctx, userId);
  await cancelDigests(tx, ctx, member.user.email);
  await removeMembersAddress(tx, ctx, member.user.emailKey);
  const revokedTokens = await endOwnership(tx, ctx, userId, choice);
  const subject = { id: userId, name: member.user.email };
  await recordAudit(tx, ctx, { action, subject, details: { revokedTokens } });
  return member;
}

/** @throws {AppError} not_found */
async function findMember(tx: Db, ctx: Context, userId: string) {
  if (!isId(userId)) throw notFound();
  const where = membershipOf(ctx, userId);
  const row = await tx.membership.findUnique({ where, include: { user: true } });
  if (!row) throw notFound();
  return row;
}

/**
 * Requires another owner. Call it before an owner loses the role, while the members are locked.
 *
 * @throws {AppError} last_owner
 */
async function requireOtherOwner(tx: Db, ctx: Context, userId: string): Promise<void> {
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
 * Revokes what someone created as an owner: their open invitations, the apps that they connected, which act for them,
 * and, on request, their tokens.
 *
 * @returns the number of revoked tokens
 */
async function endOwnership(
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
  await disconnectAppsOf(tx, ctx, userId);
  if (!revokeTokens) return 0;
  const tokens = await tx.token.updateManyAndReturn({
    where: { workspaceId, createdBy: userId, revokedAt: null, expiresAt: { gt: now } },
    data: { revokedAt: now },
    select: { id: true, name: true },
  });
  for (const subject of tokens) await recordAudit(tx, ctx, { action: "token.revoked", subject });
  return tokens.length;
}

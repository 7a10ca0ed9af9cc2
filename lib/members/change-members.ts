import { ensureHome, notifyOfLostAccess } from "#lib/accounts/home-workspace";
import { recordAudit } from "#lib/audit/record-audit";
import { type Context, requireOwner, requireRecentProof, requireUserId } from "#lib/core/context";
import { lockMembers, requireStillOwner } from "#lib/db/access-locks";
import { type Db, transaction } from "#lib/db/database";
import type { ChangeRoleInput, TokenChoice } from "#lib/members/schema";
import { endOwnership, findMember, requireOtherOwner } from "#lib/members/store";

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

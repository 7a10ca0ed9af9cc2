import { db } from "#lib/adapters/db/database";
import { type Context, requireOwner } from "#lib/core/context";
import { INVITE_AGAIN_AFTER_SECONDS, MEMBER_LIMITS } from "#lib/domain/accounts/members/schema";
import { roleOf } from "#lib/domain/accounts/store";

export type Member = Awaited<ReturnType<typeof listMembers>>[number];
export type Invitation = Awaited<ReturnType<typeof listInvitations>>[number];

/** The members of the workspace, at most 50, owners first. Members may know who else belongs to it. */
export async function listMembers(ctx: Context) {
  const { workspaceId, now } = ctx;
  const [rows, created] = await Promise.all([
    db().membership.findMany({
      where: { workspaceId },
      include: { user: { select: { email: true, name: true } } },
      orderBy: [{ role: "desc" }, { createdAt: "asc" }, { userId: "asc" }],
      take: MEMBER_LIMITS.members,
    }),
    db().token.groupBy({
      by: ["createdBy"],
      where: { workspaceId, grant: null, revokedAt: null, expiresAt: { gt: now } },
      _count: true,
    }),
  ]);
  const tokens = new Map(created.map(({ createdBy, _count }) => [createdBy, _count]));
  return rows.map((row) => ({
    userId: row.userId,
    name: row.user.name,
    email: row.user.email,
    role: roleOf(row),
    joinedAt: row.createdAt.getTime(),
    /** Number of active API tokens that the member created. */
    tokens: tokens.get(row.userId) ?? 0,
  }));
}

/** Lists the members by name, for selection. `isConfirmed`: a visitor's reply can go to their address. */
export async function listColleagues({ workspaceId }: Context) {
  const rows = await db().membership.findMany({
    where: { workspaceId },
    include: { user: { select: { email: true, name: true, verifiedAt: true } } },
    orderBy: [{ createdAt: "asc" }, { userId: "asc" }],
    take: MEMBER_LIMITS.members,
  });
  return rows
    .map(({ userId, user }) => ({
      id: userId,
      name: user.name ?? user.email,
      isConfirmed: user.verifiedAt !== null,
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name, "en"));
}
export type Colleague = Awaited<ReturnType<typeof listColleagues>>[number];

/**
 * Invitations that no one has accepted or revoked, newest first, at most 50. Expired ones stay listed for
 * 30 days, so that they can be sent again.
 *
 * @throws {AppError} owner_required
 */
export async function listInvitations(ctx: Context) {
  requireOwner(ctx);
  const rows = await db().invitation.findMany({
    where: { workspaceId: ctx.workspaceId, acceptedAt: null, revokedAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MEMBER_LIMITS.invitations,
  });
  const inviters = await db().user.findMany({
    where: { id: { in: rows.map(({ invitedBy }) => invitedBy) } },
    select: { id: true, email: true, name: true },
  });
  const nameOf = new Map(inviters.map(({ id, email, name }) => [id, name ?? email]));
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: roleOf(row),
    /** Null if the inviter's account was deleted. */
    invitedBy: nameOf.get(row.invitedBy) ?? null,
    sentAt: row.sentAt.getTime(),
    resendAvailableAt: row.sentAt.getTime() + INVITE_AGAIN_AFTER_SECONDS * 1000,
    expiresAt: row.expiresAt.getTime(),
    isExpired: row.expiresAt <= ctx.now,
  }));
}

import type { Account } from "#lib/accounts/schema";
import { type Db, lockInTransaction } from "#lib/db/database";
import type { Prisma, User, Workspace } from "#lib/db/generated/client";
import { PlanName } from "#lib/usage/schema";

/** Serializes changes of a user's password until the transaction ends. */
export function lockPassword(tx: Db, userId: string): Promise<void> {
  return lockInTransaction(tx, `password:${userId}`);
}

/** Serializes changes of who belongs to a workspace until the transaction ends. */
export function lockMembers(tx: Db, workspaceId: string): Promise<void> {
  return lockInTransaction(tx, `members:${workspaceId}`);
}

/** The order of a user's workspaces: the one they switched to or joined last comes first. */
export const LAST_USED_FIRST = [
  { lastUsedAt: { sort: "desc", nulls: "last" } },
  { createdAt: "asc" },
] satisfies Prisma.MembershipOrderByWithRelationInput[];

/** Invalidates a user's open reset links, so that they can't undo a new password or address. */
export async function endResetLinks(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.passwordReset.updateMany({ where: { userId, usedAt: null }, data: { usedAt: now } });
}

/** Invalidates a user's open links for confirming another sign-in address. */
export async function endEmailChanges(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.emailChange.updateMany({ where: { userId, usedAt: null }, data: { usedAt: now } });
}

/** Invalidates all open links of a user and ends all their sessions, after a new password. */
export async function endAccess(tx: Db, userId: string, now: Date): Promise<void> {
  await endResetLinks(tx, userId, now);
  await endEmailChanges(tx, userId, now);
  await tx.session.deleteMany({ where: { userId } });
}

export function toAccount(user: User, workspace: Workspace): Account {
  return {
    user: { id: user.id, email: user.email },
    workspace: {
      id: workspace.id,
      name: workspace.name,
      plan: PlanName.parse(workspace.plan),
    },
  };
}

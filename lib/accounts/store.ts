import type { Account } from "#lib/accounts/schema";
import { type Db, lockInTransaction } from "#lib/db/database";
import type { User, Workspace } from "#lib/db/generated/client";
import { PlanName } from "#lib/usage/schema";

/** One change of a user's password at a time, until the transaction ends. */
export function lockPassword(tx: Db, userId: string): Promise<void> {
  return lockInTransaction(tx, `password:${userId}`);
}

/** Uses up the open reset links of a user: a new password must outlive every older way to set one. */
export async function endResetLinks(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.passwordReset.updateMany({ where: { userId, usedAt: null }, data: { usedAt: now } });
}

/** Uses up the open links with which a user could take another address. */
export async function endEmailChanges(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.emailChange.updateMany({ where: { userId, usedAt: null }, data: { usedAt: now } });
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

import { type Db, lockInTransaction } from "#lib/adapters/db/database";
import type { Membership, Prisma, User, Workspace } from "#lib/adapters/db/generated/client";
import { type Caller, type Context, mintContext, type Role } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import type { Account } from "#lib/domain/accounts/schema";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { hasPlans } from "#lib/domain/usage/get-usage";
import { PlanName } from "#lib/domain/usage/schema";

/** The order of a user's workspaces: the one they switched to or joined last comes first. */
export const LAST_USED_FIRST = [
  { lastUsedAt: { sort: "desc", nulls: "last" } },
  { createdAt: "asc" },
] satisfies Prisma.MembershipOrderByWithRelationInput[];

/** Reads a user with their workspaces, the last used one first, as signing in needs them. */
export const WITH_WORKSPACES = {
  memberships: { include: { workspace: true }, orderBy: LAST_USED_FIRST },
} satisfies Prisma.UserInclude;

/** Locks an address until the transaction ends. @returns whether it has an account */
export async function lockAddress(tx: Db, emailKey: string): Promise<boolean> {
  await lockInTransaction(tx, `sign-up-email:${emailKey}`);
  return (await tx.user.count({ where: { emailKey } })) > 0;
}

export function createOwned(
  tx: Db,
  owned: { userId: string; name: string; id?: string; timeZone?: string | null },
  now: Date,
): Promise<Workspace> {
  const { userId, name, id = newId(), timeZone = null } = owned;
  return tx.workspace.create({
    data: {
      id,
      name,
      timeZone,
      // Has no effect until DEFAULT_PLAN is set.
      plan: settings().defaultPlan ?? "starter",
      createdAt: now,
      memberships: { create: { userId, role: "owner", createdAt: now } },
    },
  });
}

/** Invalidates a user's open reset links, so that they can't undo a new password or address. */
export async function endResetLinks(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.passwordReset.updateMany({ where: { userId, usedAt: null }, data: { usedAt: now } });
}

/**
 * Invalidates a user's open links for confirming an address.
 *
 * @param keptEmail - links to this address stay valid
 */
export async function endEmailLinks(
  tx: Db,
  userId: string,
  now: Date,
  keptEmail = "",
): Promise<void> {
  const where = { userId, usedAt: null, email: { not: keptEmail } };
  await tx.emailChange.updateMany({ where, data: { usedAt: now } });
}

/** Invalidates all open links of a user and ends all their sessions, after a new password. */
export async function endAccess(tx: Db, userId: string, now: Date): Promise<void> {
  await endResetLinks(tx, userId, now);
  await endEmailLinks(tx, userId, now);
  await tx.session.deleteMany({ where: { userId } });
}

/** {@link endAccess}, and forgets the browsers that the user is known in, after a reset. */
export async function endAccessAndBrowsers(tx: Db, userId: string, now: Date): Promise<void> {
  await endAccess(tx, userId, now);
  await tx.knownBrowser.deleteMany({ where: { userId } });
}

/**
 * Revokes the tokens that a user created, in every workspace. If they're the only owner, includes those
 * without a known creator.
 *
 * @param ctx - the user's own, for the audit log of each workspace
 */
export async function revokeTokensOf(tx: Db, ctx: Context, userId: string): Promise<void> {
  const revoked = await tx.$queryRaw<{ workspaceId: string; id: string; name: string }[]>`
    UPDATE tokens t SET revoked_at = ${ctx.now}
    WHERE t.revoked_at IS NULL AND (t.created_by = ${userId}::uuid
      OR t.created_by IS NULL AND t.workspace_id IN (
        SELECT m.workspace_id FROM memberships m WHERE m.role = 'owner'
          AND m.workspace_id IN (SELECT workspace_id FROM memberships WHERE user_id = ${userId}::uuid)
        GROUP BY m.workspace_id
        HAVING count(*) = 1 AND bool_and(m.user_id = ${userId}::uuid)))
    RETURNING t.workspace_id AS "workspaceId", t.id, t.name`;
  for (const { workspaceId, id, name } of revoked) {
    const there = mintContext(workspaceId, ctx.actor, ctx.now, ctx.caller);
    await recordAudit(tx, there, { action: "token.revoked", subject: { id, name } });
  }
}

/** A membership's role; the column's CHECK allows only these two. */
export function roleOf({ role }: { role: string }): Role {
  return role === "owner" ? "owner" : "member";
}

/**
 * A gate: creates the context of a user who has just given the right password, passkey, or link. Changes
 * to their account are recorded in the audit log of the workspace that they used last.
 */
export function memberContext(
  { userId, workspaceId, role }: Pick<Membership, "userId" | "workspaceId" | "role">,
  caller: Caller,
): Context {
  const actor = {
    kind: "user",
    userId,
    role: roleOf({ role }),
    provenAt: caller.now,
    sessionId: null,
  } as const;
  return mintContext(workspaceId, actor, caller.now, caller);
}

export function toAccount(
  user: Pick<User, "id" | "email">,
  workspace: Pick<Workspace, "id" | "name" | "plan">,
): Account {
  return {
    user: { id: user.id, email: user.email },
    workspace: {
      id: workspace.id,
      name: workspace.name,
      plan: hasPlans() ? PlanName.parse(workspace.plan) : null,
    },
  };
}

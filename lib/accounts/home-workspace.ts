import { createOwned, LAST_USED_FIRST } from "#lib/accounts/store";
import { recordAudit } from "#lib/audit/record-audit";
import { type Context, mintContext } from "#lib/core/context";
import { settings } from "#lib/core/settings";
import { type Db, lockInTransaction } from "#lib/db/database";
import { queueEmail } from "#lib/deliveries/queue";

/**
 * Finds a workspace for a user who has just lost one. If it was their last, they get an empty one of
 * their own: everyone with an account has a workspace, so signing in always leads somewhere.
 *
 * @returns the workspace's id
 */
export async function ensureHome(tx: Db, userId: string, now: Date): Promise<string> {
  // Of two workspaces that are lost at the same moment, the second transaction sees both gone.
  await lockInTransaction(tx, `home:${userId}`);
  const left = await tx.membership.findFirst({ where: { userId }, orderBy: LAST_USED_FIRST });
  if (left) return left.workspaceId;
  const { id } = await createOwned(tx, { userId, name: "My workspace" }, now);
  const ctx = mintContext(id, { kind: "system" }, now);
  await recordAudit(tx, ctx, { action: "workspace.created" });
  return id;
}

/**
 * Finds a workspace for a user who didn't give up the caller's workspace themselves, and emails them that
 * they no longer have access.
 *
 * @param why - `isDeleted`: the whole workspace is gone
 */
export async function notifyOfLostAccess(
  tx: Db,
  ctx: Context,
  user: { id: string; email: string },
  why: { workspaceName: string; isDeleted: boolean },
): Promise<void> {
  const homeId = await ensureHome(tx, user.id, ctx.now);
  await queueEmail(tx, mintContext(homeId, { kind: "system" }, ctx.now), {
    to: user.email,
    data: { kind: "account", purpose: "access_ended", link: settings().baseUrl, ...why },
  });
}

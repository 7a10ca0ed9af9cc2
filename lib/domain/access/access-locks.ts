import { type Db, lockInTransaction } from "#lib/adapters/db/database";
import { type Context, requireUserId } from "#lib/core/context";
import { AppError, sessionRequired } from "#lib/core/errors";

/** Serializes changes of a user's password and address until the transaction ends. */
export function lockPassword(tx: Db, userId: string): Promise<void> {
  return lockInTransaction(tx, `password:${userId}`);
}

/** Serializes changes of who belongs to a workspace until the transaction ends. */
export function lockMembers(tx: Db, workspaceId: string): Promise<void> {
  return lockInTransaction(tx, `members:${workspaceId}`);
}

/**
 * Checks again that the caller is an owner, while the members are locked: another request may have
 * changed that since this one began.
 *
 * @throws {AppError} owner_required
 */
export async function requireStillOwner(tx: Db, ctx: Context): Promise<void> {
  const userId = requireUserId(ctx);
  const membership = await tx.membership.findUnique({
    where: { workspaceId_userId: { workspaceId: ctx.workspaceId, userId } },
  });
  if (membership?.role === "owner") return;
  throw new AppError("owner_required", "You’re no longer an owner of this workspace.");
}

/**
 * Locks the caller's password, and checks again that their session is open. Call it where a request creates
 * a new way in: its body may have taken long enough to arrive for a password reset in between.
 *
 * @throws {AppError} session_required
 */
export async function requireOpenSession(tx: Db, { actor }: Context): Promise<void> {
  if (actor.kind !== "user") throw sessionRequired();
  await lockPassword(tx, actor.userId);
  const { sessionId: id, userId } = actor;
  if (id !== null && !(await tx.session.count({ where: { id, userId } }))) throw sessionRequired();
}

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
 * Requires that a user has confirmed their address. Until then, someone else may have signed up with it, so
 * the account can't add sign-in methods or reach other people.
 *
 * @throws {AppError} address_unconfirmed
 */
export async function requireConfirmedAddress(tx: Db, userId: string): Promise<void> {
  const { email, verifiedAt } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, verifiedAt: true },
  });
  if (verifiedAt === null)
    throw new AppError(
      "address_unconfirmed",
      `Confirm your email address first: open the link that was sent to ${email}.`,
    );
}

/**
 * Requires a sender who can be held to account before others are emailed or called: a user who has confirmed their
 * address, or a token of a workspace with such an owner.
 *
 * @throws {AppError} address_unconfirmed
 */
export async function requireConfirmedSender(tx: Db, { actor, workspaceId }: Context) {
  if (actor.kind === "user") return requireConfirmedAddress(tx, actor.userId);
  if (actor.kind === "system") return;
  const where = { workspaceId, role: "owner", user: { verifiedAt: { not: null } } };
  if (await tx.membership.count({ where })) return;
  throw new AppError(
    "address_unconfirmed",
    "An owner of this workspace has to confirm their email address first, in the dashboard.",
  );
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

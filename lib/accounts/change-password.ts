import { hashPassword, isPasswordRight } from "#lib/accounts/password";
import { createSession } from "#lib/accounts/sessions";
import { endEmailChanges, endResetLinks, lockPassword } from "#lib/accounts/store";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { db, transaction } from "#lib/db/database";

/**
 * Changes the password of the signed-in user and ends all their sessions, this one included.
 *
 * @returns the id of a new session for the caller
 * @throws {AppError} credentials_invalid when the current password is wrong
 */
export async function changePassword(
  ctx: Context,
  input: { currentPassword: string; newPassword: string },
  userAgent: string | null,
): Promise<string> {
  const { actor } = ctx;
  if (actor.kind !== "user") throw new AppError("session_required", "Sign in first.");
  const user = await db().user.findUniqueOrThrow({ where: { id: actor.userId } });
  const wrongPassword = new AppError("credentials_invalid", "The current password is not right.");
  if (!(await isPasswordRight(user.passwordHash, input.currentPassword))) throw wrongPassword;
  const passwordHash = await hashPassword(input.newPassword);
  return transaction(async (tx) => {
    await lockPassword(tx, user.id);
    // Of two changes at once one wins: the other was proved with a password that is no longer right.
    const { count } = await tx.user.updateMany({
      where: { id: user.id, passwordHash: user.passwordHash },
      data: { passwordHash },
    });
    if (count === 0) throw wrongPassword;
    await endResetLinks(tx, user.id, ctx.now);
    await endEmailChanges(tx, user.id, ctx.now);
    await tx.session.deleteMany({ where: { userId: user.id } });
    return createSession(tx, { userId: user.id, workspaceId: ctx.workspaceId }, userAgent, ctx.now);
  });
}

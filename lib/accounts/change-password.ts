import { hashPassword, isPasswordRight } from "#lib/accounts/password";
import { createSession } from "#lib/accounts/sessions";
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
  if (!(await isPasswordRight(user.passwordHash, input.currentPassword)))
    throw new AppError("credentials_invalid", "The current password is not right.");
  const passwordHash = await hashPassword(input.newPassword);
  return transaction(async (tx) => {
    await tx.user.update({ where: { id: user.id }, data: { passwordHash } });
    await tx.session.deleteMany({ where: { userId: user.id } });
    return createSession(tx, { userId: user.id, workspaceId: ctx.workspaceId }, userAgent, ctx.now);
  });
}

import { hash, type Options, verify } from "@node-rs/argon2";
import { createSession } from "#lib/accounts/sessions";
import { endEmailChanges, endResetLinks, lockPassword } from "#lib/accounts/store";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { processWide } from "#lib/core/process-wide";
import { db, transaction } from "#lib/db/database";

/** CONTRACT section 6: argon2id, 19 MiB, 2 passes, 1 lane. */
const PARAMETERS = {
  algorithm: 2, // argon2id; the enum itself is not importable under isolated modules
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const satisfies Options;
const CURRENT = "$argon2id$v=19$m=19456,t=2,p=1$";

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/** Compared with when an account is unknown, so that the answer takes the same time. */
function decoyHash(): Promise<string> {
  return processWide("decoy-password-hash", () => hashPassword("nobody has this password"));
}

/** @param stored - null for an unknown account, which costs the same time and never matches */
export async function isPasswordRight(stored: string | null, password: string): Promise<boolean> {
  const isRight = await verify(stored ?? (await decoyHash()), password);
  return isRight && stored !== null;
}

/** Whether a stored hash was made with parameters that have changed since. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(CURRENT);
}

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
  if (actor.kind !== "user") throw new AppError("session_required", "Sign in to continue.");
  const user = await db().user.findUniqueOrThrow({ where: { id: actor.userId } });
  const wrongPassword = new AppError("credentials_invalid", "The current password is incorrect.");
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

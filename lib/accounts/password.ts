import { hash, type Options, verify } from "@node-rs/argon2";
import { createSession } from "#lib/accounts/sessions";
import { endAccess, lockPassword } from "#lib/accounts/store";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { processWide } from "#lib/core/process-wide";
import { db, transaction } from "#lib/db/database";
import { requireProofBesidePassword } from "#lib/factors/require-proof";

const PARAMETERS = {
  algorithm: 2, // argon2id; the enum itself can't be imported under isolated modules
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const satisfies Options;
const CURRENT_PREFIX = "$argon2id$v=19$m=19456,t=2,p=1$";

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/** Verified for unknown accounts, so that the response takes the same time. */
function decoyHash(): Promise<string> {
  return processWide("decoy-password-hash", () => hashPassword("no account has this password"));
}

/** @param stored - null for an unknown account: takes the same time and never matches */
export async function isPasswordCorrect(stored: string | null, password: string): Promise<boolean> {
  const isCorrect = await verify(stored ?? (await decoyHash()), password);
  return isCorrect && stored !== null;
}

/** Whether a stored hash uses outdated parameters. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(CURRENT_PREFIX);
}

/**
 * Changes the password of the signed-in user and ends all their sessions, including this one.
 *
 * @returns the id of a new session for the caller
 * @throws {AppError} session_required; reauthentication_required with two-step verification;
 *   credentials_invalid when the current password is wrong
 */
export async function changePassword(
  ctx: Context,
  input: { currentPassword: string; newPassword: string },
  userAgent: string | null,
): Promise<string> {
  const userId = await requireProofBesidePassword(ctx);
  const user = await db().user.findUniqueOrThrow({ where: { id: userId } });
  const wrongPassword = new AppError("credentials_invalid", "The current password is incorrect.");
  if (!(await isPasswordCorrect(user.passwordHash, input.currentPassword))) throw wrongPassword;
  const passwordHash = await hashPassword(input.newPassword);
  return transaction(async (tx) => {
    await lockPassword(tx, userId);
    // Of two concurrent changes one wins; the other proved a password that is no longer current.
    const { count } = await tx.user.updateMany({
      where: { id: userId, passwordHash: user.passwordHash },
      data: { passwordHash },
    });
    if (count === 0) throw wrongPassword;
    await endAccess(tx, userId, ctx.now);
    return createSession(tx, { userId, workspaceId: ctx.workspaceId }, userAgent, ctx.now);
  });
}

import { type Context, requireRecentProof, requireUserId } from "#lib/core/context";
import { type Db, db } from "#lib/db/database";
import { hasAuthenticator } from "#lib/factors/authenticator";

/**
 * The gate of what asks for the current password itself. The password is proof enough, unless two-step
 * verification is on.
 *
 * @returns the user's id
 * @throws {AppError} session_required, reauthentication_required
 */
export async function requireProofBesidePassword(ctx: Context): Promise<string> {
  const userId = requireUserId(ctx);
  return (await hasAuthenticator(db(), userId)) ? requireRecentProof(ctx) : userId;
}

/**
 * Removes every second factor of a user, and those they have started to add: for an account that its owner
 * takes back from someone who signed up with their address.
 */
export async function removeFactors(tx: Db, userId: string): Promise<void> {
  await tx.authenticator.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.passkey.deleteMany({ where: { userId } });
  await tx.passkeyChallenge.deleteMany({ where: { userId } });
}

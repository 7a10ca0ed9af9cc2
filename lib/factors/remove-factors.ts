import type { Db } from "#lib/db/database";

/**
 * Removes every second factor of a user, and what they have started to add: for an account that its owner
 * takes back from someone who signed up with their address.
 */
export async function removeFactors(tx: Db, userId: string): Promise<void> {
  await tx.authenticator.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.passkey.deleteMany({ where: { userId } });
  await tx.passkeyChallenge.deleteMany({ where: { userId } });
}

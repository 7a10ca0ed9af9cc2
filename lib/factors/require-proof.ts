import { type Context, requireRecentProof, requireUserId } from "#lib/core/context";
import { db } from "#lib/db/database";
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

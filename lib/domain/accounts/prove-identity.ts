import { db } from "#lib/adapters/db/database";
import { type Context, requireOwnSession, requireUserId } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { hasAuthenticator } from "#lib/domain/accounts/factors/authenticator";
import { acceptPasskey } from "#lib/domain/accounts/factors/passkeys";
import { passkeyOptions } from "#lib/domain/accounts/factors/webauthn";
import { requirePassword } from "#lib/domain/accounts/password";
import { findInstallationProvider } from "#lib/domain/accounts/providers/provider";
import { isProviderRequired, requireOtherWaysIn } from "#lib/domain/accounts/providers/required";
import type { Proof, ProofMethods } from "#lib/domain/accounts/schema";
import { requireCode } from "#lib/domain/accounts/second-factor";
import type { ActiveSession } from "#lib/domain/accounts/sessions";

/** The ways in which the signed-in user can prove that it's them. */
export async function getProofMethods(ctx: Context): Promise<ProofMethods> {
  const userId = requireUserId(ctx);
  const { workspaceId, actor } = ctx;
  const start = "/sign-in/provider/start?fresh=1";
  if (actor.kind === "user" && actor.isBound) {
    const { name, code } = await db().signInProvider.findUniqueOrThrow({ where: { workspaceId } });
    return { asks: null, hasPasskey: false, provider: { name, path: `${start}&code=${code}` } };
  }
  const own = findInstallationProvider();
  if (own && isProviderRequired())
    return { asks: null, hasPasskey: false, provider: { name: own.name, path: start } };
  const asks = (await hasAuthenticator(db(), userId)) ? "code" : "password";
  const where = { userId, issuer: own?.client.issuer ?? "" };
  const isConnected = (await db().userIdentity.count({ where })) > 0;
  return {
    asks,
    hasPasskey: (await db().passkey.count({ where: { userId } })) > 0,
    provider: own && isConnected ? { name: own.name, path: start } : null,
  };
}

/** Creates the options with which the browser proves the user's identity with their passkey. */
export async function startProof(ctx: Context) {
  const userId = requireOwnSession(ctx);
  const passkeys = await db().passkey.findMany({ where: { userId } });
  return passkeyOptions({ purpose: "prove", userId }, passkeys, ctx.now);
}

/**
 * Steps up the session: for the next 15 minutes it may do what needs a recent proof.
 *
 * @throws {AppError} credentials_invalid; second_factor_required for a password where a code is needed;
 *   rate_limited beyond 10 failures in 15 minutes; provider_sign_in_required
 */
export async function proveIdentity(
  { ctx, sessionId }: Pick<ActiveSession, "ctx" | "sessionId">,
  { password, code, passkey }: Proof,
): Promise<void> {
  const userId = requireOwnSession(ctx);
  requireOtherWaysIn();
  if (passkey) await acceptPasskey({ purpose: "prove", userId }, passkey, ctx.now);
  else if (code !== undefined) await requireCode(ctx, code);
  else {
    if (await hasAuthenticator(db(), userId))
      throw new AppError("second_factor_required", "Enter a code from your authenticator app.");
    await requirePassword(ctx, password ?? "");
  }
  await db().session.updateMany({
    where: { id: sessionId, userId },
    data: { provenAt: ctx.now },
  });
}

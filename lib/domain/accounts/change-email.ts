import { type Db, transaction } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { addressKey } from "#lib/core/email-address";
import { AppError } from "#lib/core/errors";
import { lockPassword } from "#lib/domain/access/access-locks";
import { requireProofBesidePassword } from "#lib/domain/accounts/factors/authenticator";
import { requirePassword, wrongPassword } from "#lib/domain/accounts/password";
import { endEmailLinks, lockAddress } from "#lib/domain/accounts/store";
import { queueEmailLink } from "#lib/domain/accounts/verify-email";
import { countVerification } from "#lib/domain/recipients/verification";
import { spendQuota } from "#lib/domain/usage/quota";

/**
 * Emails a confirmation link to the new sign-in address of the signed-in user. Nothing changes until
 * the link is followed; earlier links to new addresses stop working.
 *
 * @throws {AppError} session_required; reauthentication_required with two-step verification;
 *   credentials_invalid, email_taken; rate_limited beyond 5 tries an hour; verification_cooldown beyond
 *   what {@link countVerification} allows
 */
export async function requestEmailChange(
  ctx: Context,
  input: { email: string; currentPassword: string },
): Promise<void> {
  const bucket = `email-change:${await requireProofBesidePassword(ctx)}`;
  await spendQuota(
    [{ bucket, max: 5, windowSeconds: 3600 }],
    ctx.now,
    "Too many attempts to change your email address. Try again later.",
  );
  const user = await requirePassword(ctx, input.currentPassword);
  await transaction(async (tx) => {
    await lockPassword(tx, user.id);
    const { passwordHash } = await tx.user.findUniqueOrThrow({ where: { id: user.id } });
    if (passwordHash !== user.passwordHash) throw wrongPassword();
    await requireFreeEmail(tx, input.email);
    await countVerification(tx, ctx, input.email);
    await endEmailLinks(tx, user.id, ctx.now, user.email);
    const { email } = input;
    await queueEmailLink(tx, ctx, { userId: user.id, email, purpose: "email_change" });
  });
}

/** Locks an address that no account has. @throws {AppError} email_taken */
export async function requireFreeEmail(tx: Db, email: string): Promise<void> {
  if (await lockAddress(tx, addressKey(email)))
    throw new AppError("email_taken", "An account with this email address already exists.", {
      details: [{ path: "email", message: "is already used by another account" }],
    });
}

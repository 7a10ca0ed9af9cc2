import { queueEmailLink } from "#lib/accounts/email-links";
import { requirePassword } from "#lib/accounts/password";
import { endEmailLinks } from "#lib/accounts/store";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { addressKey } from "#lib/core/text";
import { lockPassword } from "#lib/db/access-locks";
import { type Db, lockInTransaction, transaction } from "#lib/db/database";
import { requireProofBesidePassword } from "#lib/factors/factors";
import { countVerification } from "#lib/recipients/verification";
import { consume } from "#lib/usage/quota";

/**
 * Emails a confirmation link to the new sign-in address of the signed-in user. Nothing changes until
 * the link is followed; earlier links to new addresses stop working.
 *
 * @throws {AppError} session_required; reauthentication_required with two-step verification;
 *   credentials_invalid, email_taken; rate_limited beyond 5 tries an hour; verification_cooldown beyond
 *   5 emails an hour to the address
 */
export async function requestEmailChange(
  ctx: Context,
  input: { email: string; currentPassword: string },
): Promise<void> {
  const bucket = `email-change:${await requireProofBesidePassword(ctx)}`;
  await consume(
    [{ bucket, max: 5, windowSeconds: 3600 }],
    ctx.now,
    "Too many attempts to change your email address. Try again later.",
  );
  const user = await requirePassword(ctx, input.currentPassword);
  await transaction(async (tx) => {
    await lockPassword(tx, user.id);
    const { passwordHash } = await tx.user.findUniqueOrThrow({ where: { id: user.id } });
    if (passwordHash !== user.passwordHash)
      throw new AppError("credentials_invalid", "The current password is incorrect.");
    await requireFreeEmail(tx, input.email);
    await countVerification(tx, input.email, ctx.now);
    await endEmailLinks(tx, user.id, ctx.now, user.email);
    const { email } = input;
    await queueEmailLink(tx, ctx, { userId: user.id, email, purpose: "email_change" });
  });
}

/** @throws {AppError} email_taken */
export async function requireFreeEmail(tx: Db, email: string): Promise<void> {
  const emailKey = addressKey(email);
  await lockInTransaction(tx, `sign-up-email:${emailKey}`);
  if (await tx.user.findUnique({ where: { emailKey }, select: { id: true } }))
    throw new AppError("email_taken", "An account with this email address already exists.", {
      details: [{ path: "email", message: "is already used by another account" }],
    });
}

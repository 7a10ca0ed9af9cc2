import { type Db, db, transaction } from "#lib/adapters/db/database";
import type { Caller, Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { sha256 } from "#lib/core/secrets";
import { settings } from "#lib/core/settings/settings";
import { addressKey } from "#lib/core/text";
import { lockPassword } from "#lib/domain/access/access-locks";
import { requireProofBesidePassword } from "#lib/domain/accounts/factors/authenticator";
import { requirePassword, wrongPassword } from "#lib/domain/accounts/password";
import {
  endEmailLinks,
  endResetLinks,
  LAST_USED_FIRST,
  lockAddress,
  memberContext,
} from "#lib/domain/accounts/store";
import { markVerified, queueEmailLink } from "#lib/domain/accounts/verify-email";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { queueEmail } from "#lib/domain/deliveries/queue";
import { countVerification } from "#lib/domain/recipients/verification";
import { consume } from "#lib/domain/usage/quota";

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
    if (passwordHash !== user.passwordHash) throw wrongPassword();
    await requireFreeEmail(tx, input.email);
    await countVerification(tx, input.email, ctx.now);
    await endEmailLinks(tx, user.id, ctx.now, user.email);
    const { email } = input;
    await queueEmailLink(tx, ctx, { userId: user.id, email, purpose: "email_change" });
  });
}

/** @throws {AppError} email_taken */
async function requireFreeEmail(tx: Db, email: string): Promise<void> {
  if (await lockAddress(tx, addressKey(email)))
    throw new AppError("email_taken", "An account with this email address already exists.", {
      details: [{ path: "email", message: "is already used by another account" }],
    });
}

/** The effect of a link: verify the user's address, change it, or nothing anymore. */
type EmailLinkState =
  | { state: "verification" | "change" | "confirmed"; email: string }
  | { state: "invalid" };

/** Returns the effect that a link would have. Changes nothing, because email scanners follow links. */
export async function findEmailLink(secret: string, now: Date): Promise<EmailLinkState> {
  const link = await db().emailChange.findUnique({
    where: { tokenHash: sha256(secret) },
    include: { user: true },
  });
  if (!link) return { state: "invalid" };
  const { email, user } = link;
  const isOwn = addressKey(email) === user.emailKey;
  if (isOwn && user.verifiedAt) return { state: "confirmed", email };
  if (link.usedAt || link.expiresAt <= now) return { state: "invalid" };
  return { state: isOwn ? "verification" : "change", email };
}

/**
 * Confirms the address of a link: the one that the user signed up with, or a new one, which becomes their
 * sign-in address. Then reset links sent to the old address stop working, and it is notified. Sessions stay.
 *
 * @returns the confirmed address
 * @throws {AppError} not_found if the link is unknown, used, or expired; email_taken
 */
export async function confirmEmail(secret: string, caller: Caller): Promise<string> {
  const where = { tokenHash: sha256(secret) };
  const isOver = new AppError(
    "not_found",
    "This link has expired or was already used. Request a new one.",
  );
  return transaction(async (tx) => {
    const link = await tx.emailChange.findUnique({ where, select: { userId: true } });
    if (!link) throw isOver;
    await lockPassword(tx, link.userId);
    const { count } = await tx.emailChange.updateMany({
      where: { ...where, usedAt: null, expiresAt: { gt: caller.now } },
      data: { usedAt: caller.now },
    });
    const { email, user } = await tx.emailChange.findUniqueOrThrow({
      where,
      include: { user: { include: { memberships: { orderBy: LAST_USED_FIRST, take: 1 } } } },
    });
    const [membership] = user.memberships;
    if (count === 0 || !membership) throw isOver;
    const ctx = memberContext(membership, caller);
    if (addressKey(email) !== user.emailKey) await changeAddress(tx, ctx, user, email);
    await markVerified(tx, ctx, { id: user.id, email });
    return email;
  });
}

async function changeAddress(
  tx: Db,
  ctx: Context,
  user: { id: string; email: string },
  email: string,
): Promise<void> {
  await requireFreeEmail(tx, email);
  await tx.user.update({ where: { id: user.id }, data: { email, emailKey: addressKey(email) } });
  await endResetLinks(tx, user.id, ctx.now);
  // A link to the old address would change it back.
  await endEmailLinks(tx, user.id, ctx.now);
  const details = { from: user.email, to: email };
  await recordAudit(tx, ctx, { action: "account.email_changed", details });
  await queueEmail(tx, ctx, {
    to: user.email,
    data: { kind: "account", purpose: "email_changed", link: `${settings().baseUrl}/sign-in` },
  });
}

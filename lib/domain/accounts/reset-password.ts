import { db, transaction } from "#lib/adapters/db/database";
import { type Caller, mintContext } from "#lib/core/context";
import { HOUR_SECONDS } from "#lib/core/durations";
import { addressKey } from "#lib/core/email-address";
import { AppError } from "#lib/core/errors";
import { newId, randomBase62 } from "#lib/core/ids";
import { mailboxKey } from "#lib/core/mailbox-key";
import { hashVisitorAddress, sha256 } from "#lib/core/secrets";
import { settings } from "#lib/core/settings/settings";
import { lockPassword } from "#lib/domain/access/access-locks";
import { hasAuthenticator } from "#lib/domain/accounts/factors/authenticator";
import { hasFactorsBefore, removeFactors } from "#lib/domain/accounts/factors/remove-factors";
import { openSession, type SignedIn } from "#lib/domain/accounts/open-session";
import { hashPassword, requireUnguessable } from "#lib/domain/accounts/password";
import { removeIdentities } from "#lib/domain/accounts/providers/identities";
import { requireOtherWaysIn } from "#lib/domain/accounts/providers/required";
import {
  endAccessAndBrowsers,
  LAST_USED_FIRST,
  memberContext,
  revokeTokensOf,
  toAccount,
  WITH_WORKSPACES,
} from "#lib/domain/accounts/store";
import { markVerified } from "#lib/domain/accounts/verify-email";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { queueEmail } from "#lib/domain/deliveries/queue";
import { queueSecurityEmail } from "#lib/domain/emails/security-email";
import { spendQuota } from "#lib/domain/usage/quota";

/** Reset links work once, for 30 minutes. */
const LINK_LIFETIME_MS = 30 * 60_000;
/** How often one link can be used: a new password may be rejected. */
const MAX_TRIES = 10;

/**
 * Emails a reset link if the account exists. The caller can't tell whether it does.
 *
 * @throws {AppError} rate_limited beyond 5 requests an hour per address, known or not, and 20 per network;
 *   provider_sign_in_required
 */
export async function requestPasswordReset(email: string, caller: Caller): Promise<void> {
  requireOtherWaysIn();
  const emailKey = addressKey(email);
  const quota = (kind: string, subject: string, max: number) => {
    const bucket = `password-reset:${kind}:${hashVisitorAddress(subject)}`;
    return { bucket, max, windowSeconds: HOUR_SECONDS };
  };
  await spendQuota(
    [quota("address", mailboxKey(email), 5), quota("network", caller.network, 20)],
    caller.now,
    "Too many password resets for this address or from your network. Try again later.",
  );
  const user = await db().user.findUnique({
    where: { emailKey },
    include: { memberships: { orderBy: LAST_USED_FIRST, take: 1 } },
  });
  const workspaceId = user?.memberships[0]?.workspaceId;
  if (!user || !workspaceId) return;
  const secret = randomBase62(43);
  const id = newId();
  const ctx = mintContext(workspaceId, { kind: "system" }, caller.now);
  await transaction(async (tx) => {
    await lockPassword(tx, user.id);
    // A link must not reach an address that has just been given up.
    const current = await tx.user.findUnique({ where: { id: user.id } });
    if (current?.emailKey !== emailKey) return;
    await tx.passwordReset.create({
      data: {
        id,
        userId: user.id,
        tokenHash: sha256(secret),
        createdAt: caller.now,
        expiresAt: new Date(caller.now.getTime() + LINK_LIFETIME_MS),
      },
    });
    await queueEmail(tx, ctx, {
      to: user.email,
      seriesKey: id,
      data: {
        kind: "account",
        purpose: "password_reset",
        link: `${settings().baseUrl}/reset-password?token=${secret}`,
      },
    });
  });
}

/**
 * The effect of a link. `removesFactors`: passkeys or an authenticator app are older than the
 * confirmation of the address.
 */
type ResetLink = { isVerified: boolean; removesFactors: boolean };

/** Finds the account of a reset link that still works, or null. Changes nothing. */
export async function findResetLink(secret: string, now: Date): Promise<ResetLink | null> {
  const reset = await db().passwordReset.findUnique({
    where: { tokenHash: sha256(secret) },
    include: { user: { select: { id: true, verifiedAt: true } } },
  });
  if (!reset || reset.usedAt !== null || reset.expiresAt <= now) return null;
  const { id, verifiedAt } = reset.user;
  const isVerified = verifiedAt !== null;
  return { isVerified, removesFactors: isVerified && (await hasFactorsBefore(id, verifiedAt)) };
}

type ResetOptions = {
  /** Revokes the user's API tokens too. If their address was never verified, they're always revoked. */
  revokesTokens?: boolean;
  /** The secret in the browser's long-lived cookie. */
  device?: string | null;
};

/**
 * Sets a new password through a reset link, ends all sessions of the user and emails them. Signs them in,
 * unless two-step verification is on: a mailbox isn't a second factor. The link also proves the address. If
 * it was never verified before, someone else may have signed up with it, so that every way into the account
 * ends (the claim rule). For the same reason, passkeys and an authenticator app from before the address was
 * confirmed are removed.
 *
 * @returns null if the user still has to sign in
 * @throws {AppError} not_found if the link is unknown, used, or expired; validation_failed for a password
 *   that can be read off the account; provider_sign_in_required
 */
export async function resetPassword(
  secret: string,
  newPassword: string,
  caller: Caller,
  { revokesTokens = true, device = null }: ResetOptions = {},
): Promise<SignedIn | null> {
  requireOtherWaysIn();
  const invalid = () =>
    new AppError("not_found", "This link has expired or was already used. Request a new one.");
  if (!(await findResetLink(secret, caller.now))) throw invalid();
  // Hashing takes time and memory, so this limits how often someone can trigger it with their own
  // link.
  const bucket = `reset-link:${hashVisitorAddress(secret)}`;
  await spendQuota(
    [{ bucket, max: MAX_TRIES, windowSeconds: HOUR_SECONDS }],
    caller.now,
    "Too many attempts with this link. Request a new one.",
  );
  const passwordHash = await hashPassword(newPassword);
  return transaction(async (tx) => {
    const reset = await tx.passwordReset.findUnique({
      where: { tokenHash: sha256(secret) },
      include: { user: { include: WITH_WORKSPACES } },
    });
    const [membership] = reset?.user.memberships ?? [];
    if (!reset || !membership) throw invalid();
    const { user } = reset;
    const ctx = memberContext(membership, caller);
    await lockPassword(tx, user.id);
    const { count } = await tx.passwordReset.updateMany({
      where: { id: reset.id, usedAt: null, expiresAt: { gt: caller.now } },
      data: { usedAt: caller.now },
    });
    if (count === 0) throw invalid();
    const names = user.memberships.map(({ workspace }) => workspace.name);
    requireUnguessable(newPassword, [user.email, ...names], "password");
    const { verifiedAt } = await tx.user.update({
      where: { id: user.id },
      data: { passwordHash },
    });
    await recordAudit(tx, ctx, { action: "account.password_reset" });
    await endAccessAndBrowsers(tx, user.id, caller.now);
    if (verifiedAt === null || revokesTokens) await revokeTokensOf(tx, ctx, user.id);
    await removeFactors(tx, ctx, verifiedAt);
    await removeIdentities(tx, ctx, verifiedAt);
    await markVerified(tx, ctx, user, reset.id);
    await queueSecurityEmail(tx, ctx, user.id, { purpose: "password_was_reset" });
    if (await hasAuthenticator(tx, user.id)) return null;
    return openSession(tx, ctx, toAccount(user, membership.workspace), device, {
      isExpected: true,
      method: "password",
    });
  });
}

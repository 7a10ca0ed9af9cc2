import { hashPassword } from "#lib/accounts/password";
import { createSession } from "#lib/accounts/sessions";
import type { SignedIn } from "#lib/accounts/sign-in";
import { endAccess, LAST_USED_FIRST, lockPassword, toAccount } from "#lib/accounts/store";
import { countEvent } from "#lib/accounts/throttle";
import { type Caller, mintContext } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { newId, randomBase62 } from "#lib/core/ids";
import { hashVisitorAddress, sha256 } from "#lib/core/secrets";
import { settings } from "#lib/core/settings";
import { addressKey } from "#lib/core/text";
import { db, transaction } from "#lib/db/database";
import { queueEmail } from "#lib/deliveries/queue";
import { hasAuthenticator } from "#lib/factors/authenticator";

/** Reset links work once, for 30 minutes. */
const LINK_LIFETIME_MS = 30 * 60_000;

/**
 * Emails a reset link if the account exists. The caller can't tell whether it does.
 *
 * @throws {AppError} rate_limited beyond 5 requests an hour per address, known or not
 */
export async function requestPasswordReset(email: string, caller: Caller): Promise<void> {
  const emailKey = addressKey(email);
  await countEvent(
    { bucket: `password-reset:${hashVisitorAddress(emailKey)}`, max: 5, windowSeconds: 3600 },
    caller.now,
    "Too many password resets for this address. Try again later.",
  );
  const user = await db().user.findUnique({
    where: { emailKey },
    include: { memberships: { orderBy: LAST_USED_FIRST, take: 1 } },
  });
  const workspaceId = user?.memberships[0]?.workspaceId;
  if (!user || !workspaceId) return;
  const secret = randomBase62(43);
  const ctx = mintContext(workspaceId, { kind: "system" }, caller.now);
  await transaction(async (tx) => {
    await tx.passwordReset.create({
      data: {
        id: newId(),
        userId: user.id,
        tokenHash: sha256(secret),
        createdAt: caller.now,
        expiresAt: new Date(caller.now.getTime() + LINK_LIFETIME_MS),
      },
    });
    await queueEmail(tx, ctx, {
      to: user.email,
      data: {
        kind: "account",
        purpose: "password_reset",
        link: `${settings().baseUrl}/reset-password?token=${secret}`,
      },
    });
  });
}

/** Whether a reset link still works. Changes nothing. */
export async function isResetLinkOpen(secret: string, now: Date): Promise<boolean> {
  const reset = await db().passwordReset.findUnique({ where: { tokenHash: sha256(secret) } });
  return reset !== null && reset.usedAt === null && reset.expiresAt > now;
}

/**
 * Sets a new password through a reset link and ends all sessions of the user. Signs them in, unless two-step
 * verification is on: a mailbox isn't a second factor.
 *
 * @returns null if the user still has to sign in
 * @throws {AppError} not_found if the link is unknown, used or expired
 */
export async function resetPassword(
  secret: string,
  newPassword: string,
  caller: Caller,
): Promise<SignedIn | null> {
  const passwordHash = await hashPassword(newPassword);
  const invalid = () =>
    new AppError("not_found", "This link has expired or was already used. Request a new one.");
  return transaction(async (tx) => {
    const reset = await tx.passwordReset.findUnique({
      where: { tokenHash: sha256(secret) },
      include: {
        user: {
          include: { memberships: { include: { workspace: true }, orderBy: LAST_USED_FIRST } },
        },
      },
    });
    const workspace = reset?.user.memberships[0]?.workspace;
    if (!reset || !workspace) throw invalid();
    await lockPassword(tx, reset.userId);
    const { count } = await tx.passwordReset.updateMany({
      where: { id: reset.id, usedAt: null, expiresAt: { gt: caller.now } },
      data: { usedAt: caller.now },
    });
    if (count === 0) throw invalid();
    await tx.user.update({ where: { id: reset.userId }, data: { passwordHash } });
    await endAccess(tx, reset.userId, caller.now);
    if (await hasAuthenticator(tx, reset.userId)) return null;
    const owner = { userId: reset.userId, workspaceId: workspace.id };
    const sessionId = await createSession(tx, owner, caller.userAgent, caller.now);
    return { account: toAccount(reset.user, workspace), sessionId };
  });
}

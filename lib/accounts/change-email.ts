import { isPasswordCorrect } from "#lib/accounts/password";
import { endEmailChanges, endResetLinks, LAST_USED_FIRST, lockPassword } from "#lib/accounts/store";
import { countEvent } from "#lib/accounts/throttle";
import { type Context, mintContext } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { newId, randomBase62 } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import { settings } from "#lib/core/settings";
import { addressKey } from "#lib/core/text";
import { type Db, db, lockInTransaction, transaction } from "#lib/db/database";
import { queueEmail } from "#lib/deliveries/queue";
import { requireProofBesidePassword } from "#lib/factors/require-proof";

/** As long as a reset link, which gives the same access. */
const LINK_LIFETIME_MS = 30 * 60_000;

/**
 * Emails a confirmation link to the new sign-in address of the signed-in user. Nothing changes until
 * the link is followed; earlier links stop working.
 *
 * @throws {AppError} session_required; reauthentication_required with two-step verification;
 *   credentials_invalid, email_taken; rate_limited beyond 5 tries an hour
 */
export async function requestEmailChange(
  ctx: Context,
  input: { email: string; currentPassword: string },
): Promise<void> {
  const userId = await requireProofBesidePassword(ctx);
  await countEvent(
    { bucket: `email-change:${userId}`, max: 5, windowSeconds: 3600 },
    ctx.now,
    "Too many attempts to change your email address. Try again later.",
  );
  const user = await db().user.findUniqueOrThrow({ where: { id: userId } });
  const wrongPassword = new AppError("credentials_invalid", "The current password is incorrect.");
  if (!(await isPasswordCorrect(user.passwordHash, input.currentPassword))) throw wrongPassword;
  await transaction(async (tx) => {
    await lockPassword(tx, user.id);
    const { passwordHash } = await tx.user.findUniqueOrThrow({ where: { id: user.id } });
    if (passwordHash !== user.passwordHash) throw wrongPassword;
    await requireFreeEmail(tx, input.email);
    await endEmailChanges(tx, user.id, ctx.now);
    const secret = randomBase62(43);
    await tx.emailChange.create({
      data: {
        id: newId(),
        userId: user.id,
        email: input.email,
        tokenHash: sha256(secret),
        createdAt: ctx.now,
        expiresAt: new Date(ctx.now.getTime() + LINK_LIFETIME_MS),
      },
    });
    await queueEmail(tx, ctx, {
      to: input.email,
      data: {
        kind: "account",
        purpose: "email_change",
        link: `${settings().baseUrl}/confirm-email?token=${secret}`,
      },
    });
  });
}

/** @throws {AppError} email_taken */
async function requireFreeEmail(tx: Db, email: string): Promise<void> {
  const emailKey = addressKey(email);
  await lockInTransaction(tx, `sign-up-email:${emailKey}`);
  if (await tx.user.findUnique({ where: { emailKey }, select: { id: true } }))
    throw new AppError("email_taken", "An account with this email address already exists.", {
      details: [{ path: "email", message: "is already used by another account" }],
    });
}

/** The address that a link would confirm, or null if the link is unknown, used or expired. */
export async function findEmailChange(secret: string, now: Date): Promise<string | null> {
  const change = await db().emailChange.findUnique({ where: { tokenHash: sha256(secret) } });
  return change && !change.usedAt && change.expiresAt > now ? change.email : null;
}

/**
 * Makes the confirmed address the sign-in address. Reset links sent to the old address stop working,
 * and the old address is notified. Sessions stay.
 *
 * @returns the new address
 * @throws {AppError} not_found if the link is unknown, used or expired; email_taken
 */
export async function confirmEmailChange(secret: string, now: Date): Promise<string> {
  const tokenHash = sha256(secret);
  return transaction(async (tx) => {
    const { count } = await tx.emailChange.updateMany({
      where: { tokenHash, usedAt: null, expiresAt: { gt: now } },
      data: { usedAt: now },
    });
    if (count === 0)
      throw new AppError(
        "not_found",
        "This link has expired or was already used. Request a new one.",
      );
    const { email, user } = await tx.emailChange.findUniqueOrThrow({
      where: { tokenHash },
      include: { user: { include: { memberships: { orderBy: LAST_USED_FIRST, take: 1 } } } },
    });
    await requireFreeEmail(tx, email);
    await tx.user.update({ where: { id: user.id }, data: { email, emailKey: addressKey(email) } });
    await endResetLinks(tx, user.id, now);
    const [membership] = user.memberships;
    if (membership)
      await queueEmail(tx, mintContext(membership.workspaceId, { kind: "system" }, now), {
        to: user.email,
        data: {
          kind: "account",
          purpose: "email_changed",
          link: `${settings().baseUrl}/sign-in`,
        },
      });
    return email;
  });
}

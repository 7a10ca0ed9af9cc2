import { requireFreeEmail } from "#lib/accounts/change-email";
import { endEmailLinks, endResetLinks, LAST_USED_FIRST, userContext } from "#lib/accounts/store";
import { markVerified } from "#lib/accounts/verify-email";
import { recordAudit } from "#lib/audit/record-audit";
import type { Caller, Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { sha256 } from "#lib/core/secrets";
import { settings } from "#lib/core/settings";
import { addressKey } from "#lib/core/text";
import { lockPassword } from "#lib/db/access-locks";
import { type Db, db, transaction } from "#lib/db/database";
import { queueEmail } from "#lib/deliveries/queue";

/** The effect of a link: verify the user's address, change it, or nothing anymore. */
export type EmailLinkState =
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
    const ctx = userContext(user.memberships, caller);
    if (count === 0 || !ctx) throw isOver;
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

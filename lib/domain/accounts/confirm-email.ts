import { type Db, db, transaction } from "#lib/adapters/db/database";
import type { Prisma, User } from "#lib/adapters/db/generated/client";
import type { Caller, Context } from "#lib/core/context";
import { addressKey } from "#lib/core/email-address";
import { AppError } from "#lib/core/errors";
import { sha256 } from "#lib/core/secrets";
import { settings } from "#lib/core/settings/settings";
import { lockPassword } from "#lib/domain/access/access-locks";
import { requireFreeEmail } from "#lib/domain/accounts/change-email";
import { requirePassword, wrongPassword } from "#lib/domain/accounts/password";
import {
  endEmailLinks,
  endResetLinks,
  LAST_USED_FIRST,
  memberContext,
} from "#lib/domain/accounts/store";
import { markVerified } from "#lib/domain/accounts/verify-email";
import { removeAccount } from "#lib/domain/accounts/workspace";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { queueEmail } from "#lib/domain/deliveries/queue";

/** The effect of a link: verifies the user's address, changes it, or does nothing anymore. */
type EmailLinkState =
  | { state: "verification" | "change"; email: string; userId: string }
  | { state: "confirmed"; email: string }
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
  return { state: isOwn ? "verification" : "change", email, userId: user.id };
}

function linkIsOver(): AppError {
  return new AppError("not_found", "This link has expired or was already used. Request a new one.");
}

const WITH_MEMBERSHIP = {
  user: { include: { memberships: { orderBy: LAST_USED_FIRST, take: 1 } } },
} satisfies Prisma.EmailChangeInclude;

/** Reads an open link and the user's own context. @throws {AppError} not_found */
async function requireLink(tx: Db, secret: string, caller: Caller) {
  const link = await tx.emailChange.findUnique({
    where: { tokenHash: sha256(secret), usedAt: null, expiresAt: { gt: caller.now } },
    include: WITH_MEMBERSHIP,
  });
  const [membership] = link?.user.memberships ?? [];
  if (!link || !membership) throw linkIsOver();
  return { ...link, ctx: memberContext(membership, caller) };
}

/** {@link requireLink} while the user's password is locked: of concurrent requests, one gets the link. */
async function takeLink(tx: Db, secret: string, caller: Caller) {
  const { userId } = await requireLink(tx, secret, caller);
  await lockPassword(tx, userId);
  const link = await requireLink(tx, secret, caller);
  await tx.emailChange.update({ where: { id: link.id }, data: { usedAt: caller.now } });
  return link;
}

/** Proof that it's the account's owner: a session of the link's account, or its password. */
export type ConfirmedBy = { userId: string } | { password: string };

/**
 * Confirms the address of a link: the one that the user signed up with, or a new one, which becomes their
 * sign-in address. Then reset links sent to the old address stop working, and it is notified. Sessions stay.
 *
 * The link isn't enough: the owner of the mailbox may not be the person who signed up with its
 * address, and would make that account theirs.
 *
 * @returns the confirmed address
 * @throws {AppError} not_found if the link is unknown, used, or expired; credentials_invalid; rate_limited
 *   beyond 10 failures in 15 minutes; email_taken
 */
export async function confirmEmail(
  secret: string,
  caller: Caller,
  by: ConfirmedBy,
): Promise<string> {
  const { ctx, userId } = await requireLink(db(), secret, caller);
  const hasSession = "userId" in by && by.userId === userId;
  const password = "password" in by ? by.password : "";
  const checked = hasSession ? null : (await requirePassword(ctx, password)).passwordHash;
  return transaction(async (tx) => {
    const { id, email, user } = await takeLink(tx, secret, caller);
    if (checked !== null && user.passwordHash !== checked) throw wrongPassword();
    if (addressKey(email) !== user.emailKey) await changeAddress(tx, ctx, user, email);
    await markVerified(tx, ctx, { id: user.id, email }, id);
    return email;
  });
}

async function changeAddress(tx: Db, ctx: Context, user: User, email: string): Promise<void> {
  await requireFreeEmail(tx, email);
  const verifiedAt = user.verifiedAt && ctx.now;
  const changed = { email, emailKey: addressKey(email), verifiedAt, isProven: false };
  await tx.user.update({ where: { id: user.id }, data: changed });
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

/**
 * Handles "This wasn't me", clicked by the owner of the mailbox that a link was sent to. An account that someone else
 * signed up with their address is deleted, including the workspaces that no one else belongs to. A change to their
 * address is canceled.
 *
 * @throws {AppError} not_found if the link is unknown, used, or expired
 */
export async function disownEmail(
  secret: string,
  caller: Caller,
): Promise<"account_deleted" | "change_canceled"> {
  return transaction(async (tx) => {
    const { email, user, ctx } = await takeLink(tx, secret, caller);
    if (addressKey(email) === user.emailKey && user.verifiedAt === null) {
      await removeAccount(tx, user.id, ctx.now);
      return "account_deleted";
    }
    const isToAddress = { userId: user.id, email, usedAt: null };
    await tx.emailChange.updateMany({ where: isToAddress, data: { usedAt: ctx.now } });
    await recordAudit(tx, ctx, { action: "account.email_disowned", details: { to: email } });
    return "change_canceled";
  });
}

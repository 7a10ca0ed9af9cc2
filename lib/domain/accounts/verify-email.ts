import { type Db, db, transaction } from "#lib/adapters/db/database";
import { type Context, mintContext, requireUserId } from "#lib/core/context";
import { DAY_MS } from "#lib/core/durations";
import { AppError } from "#lib/core/errors";
import { newId, randomBase62 } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import { settings } from "#lib/core/settings/settings";
import { lockPassword } from "#lib/domain/access/access-locks";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { queueEmail } from "#lib/domain/deliveries/queue";
import { EMAIL_VERIFICATION_SUBJECT } from "#lib/domain/emails/account-content";
import { capturedEmailsSeenBy, wasReallySent } from "#lib/domain/emails/captured-emails";
import { addProvenRecipient } from "#lib/domain/recipients/add-recipient";
import { countVerification, tryCountVerification } from "#lib/domain/recipients/verification";

const RESEND_AFTER_MS = 60_000;

type Unverified = { id: string; email: string };

/**
 * Queues the email that verifies the address of a new account. Signing up works even if the address gets
 * no more emails at the moment: the dashboard offers to send it later.
 */
export async function sendFirstVerification(tx: Db, ctx: Context, user: Unverified): Promise<void> {
  const { id: userId, email } = user;
  if ((await tryCountVerification(tx, ctx, email, { isOwnAccount: true })) === null)
    await queueEmailLink(tx, ctx, { userId, email, purpose: "email_verification" });
}

/**
 * Sends the signed-in user another email that verifies their address. Earlier links stay valid. A verified
 * address gets none.
 *
 * @returns the address, or null if it's verified
 * @throws {AppError} session_required; verification_cooldown within a minute, or beyond what
 *   {@link countVerification} allows
 */
export async function resendVerification(ctx: Context): Promise<string | null> {
  const userId = requireUserId(ctx);
  return transaction(async (tx) => {
    await lockPassword(tx, userId);
    const { email, verifiedAt } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    if (verifiedAt) return null;
    const latest = await tx.emailChange.findFirst({
      where: { userId, email },
      orderBy: { createdAt: "desc" },
    });
    const waitMs = latest ? latest.createdAt.getTime() + RESEND_AFTER_MS - ctx.now.getTime() : 0;
    if (waitMs > 0)
      throw new AppError(
        "verification_cooldown",
        "A confirmation email was sent less than a minute ago. Check your mailbox, or try again shortly.",
        { retryAfterSeconds: waitMs / 1000 },
      );
    await countVerification(tx, ctx, email);
    await queueEmailLink(tx, ctx, { userId, email, purpose: "email_verification" });
    return email;
  });
}

/**
 * Records that a user has followed a link sent to their address. The first time, the address becomes a
 * verified recipient of the workspaces they own.
 *
 * @param ctx - the user's own
 * @param seriesKey - of the email with the link
 */
export async function markVerified(
  tx: Db,
  ctx: Context,
  { id, email }: Unverified,
  seriesKey: string,
): Promise<void> {
  if (await wasReallySent(tx, seriesKey))
    await tx.user.update({ where: { id }, data: { isProven: true } });
  const { count } = await tx.user.updateMany({
    where: { id, verifiedAt: null },
    data: { verifiedAt: ctx.now },
  });
  if (count === 0) return;
  await recordAudit(tx, ctx, { action: "account.verified" });
  const owned = await tx.membership.findMany({
    where: { userId: id, role: "owner", workspace: { deletedAt: null } },
    orderBy: { workspaceId: "asc" },
  });
  for (const { workspaceId } of owned)
    await addProvenRecipient(tx, mintContext(workspaceId, ctx.actor, ctx.now, ctx.caller), email);
}

/** The captured email with the link that verifies the user's address, or null if there's none. */
export async function findVerificationEmail(ctx: Context, email: string): Promise<string | null> {
  const found = await db().capturedEmail.findFirst({
    where: {
      AND: await capturedEmailsSeenBy(ctx),
      workspaceId: ctx.workspaceId,
      kind: "account",
      to: email,
      subject: EMAIL_VERIFICATION_SUBJECT,
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true },
  });
  return found?.id ?? null;
}

/** A change gives access, like a reset link, and lives as long. */
const LIFETIME_MS = { email_verification: DAY_MS, email_change: 30 * 60_000 };

type EmailLink = { userId: string; email: string; purpose: keyof typeof LIFETIME_MS };

/** Emails a link that confirms the address when its button is clicked. */
export async function queueEmailLink(
  tx: Db,
  ctx: Context,
  { userId, email, purpose }: EmailLink,
): Promise<void> {
  const secret = randomBase62(43);
  // The captured email is found by this ID.
  const id = newId();
  await tx.emailChange.create({
    data: {
      id,
      userId,
      email,
      tokenHash: sha256(secret),
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + LIFETIME_MS[purpose]),
    },
  });
  const link = `${settings().baseUrl}/confirm-email?token=${secret}`;
  await queueEmail(tx, ctx, { to: email, seriesKey: id, data: { kind: "account", purpose, link } });
}

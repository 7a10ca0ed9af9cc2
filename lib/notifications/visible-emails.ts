import { type Context, hasRecentProof } from "#lib/core/context";
import { db } from "#lib/db/database";
import type { Prisma } from "#lib/db/generated/client";

/** Whether a user would have to prove again who they are to see their account emails. */
export async function hidesAccountEmails(ctx: Context): Promise<boolean> {
  if (ctx.actor.kind !== "user" || hasRecentProof(ctx)) return false;
  const { verifiedAt } = await db().user.findUniqueOrThrow({ where: { id: ctx.actor.userId } });
  return verifiedAt !== null;
}

/**
 * Which captured emails a user may read. Links in account emails give access to someone's account, so
 * everyone sees only those sent to their own address, or to the one they're about to change to. They need a
 * recent proof, so that a stolen session isn't enough to take the account over. Until users have verified
 * their address, they see those sent to it, because nothing else leads to the link that verifies it.
 * Owners also see open invitations, because on staging they reach no mailbox.
 */
export async function capturedEmailsSeenBy(ctx: Context): Promise<Prisma.CapturedEmailWhereInput> {
  const { actor, workspaceId, now } = ctx;
  if (actor.kind !== "user") return { kind: { not: "account" } };
  const user = await db().user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: {
      email: true,
      verifiedAt: true,
      emailChanges: { where: { usedAt: null, expiresAt: { gt: now } }, select: { email: true } },
    },
  });
  const invitations =
    actor.role === "owner"
      ? await db().invitation.findMany({
          where: { workspaceId, acceptedAt: null, revokedAt: null },
          select: { emailSeriesKey: true },
        })
      : [];
  const own = hasRecentProof(ctx)
    ? [user.email, ...user.emailChanges.map(({ email }) => email)]
    : [];
  if (user.verifiedAt === null) own.push(user.email);
  return {
    OR: [
      { kind: { not: "account" } },
      { to: { in: own } },
      { seriesKey: { in: invitations.map(({ emailSeriesKey }) => emailSeriesKey) } },
    ],
  };
}

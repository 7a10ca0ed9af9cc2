import { type Context, hasRecentProof } from "#lib/core/context";
import { db } from "#lib/db/database";
import type { Prisma } from "#lib/db/generated/client";

/** Counts the account emails that a user sees only after proving again who they are. */
export async function countHiddenEmails(ctx: Context): Promise<number> {
  const { actor, workspaceId } = ctx;
  if (actor.kind !== "user" || hasRecentProof(ctx)) return 0;
  const proven = { ...ctx, actor: { ...actor, provenAt: ctx.now } };
  const [all, seen] = await Promise.all(
    [proven, ctx].map(async (viewer) =>
      db().capturedEmail.count({
        where: { workspaceId, kind: "account", AND: await capturedEmailsSeenBy(viewer) },
      }),
    ),
  );
  return (all ?? 0) - (seen ?? 0);
}

/**
 * Decides which captured emails a user may read. Links in account emails give access to someone's account, so
 * everyone sees only those sent to their own address, and the link that confirms an address they're about
 * to change to. They need a recent proof, so that a stolen session isn't enough to take the account over.
 * Only the link that verifies the address needs none, because nothing else leads to it.
 *
 * Invitations are for owners, because on staging they reach no mailbox. A member who has just taken the
 * invited address doesn't see them.
 */
export async function capturedEmailsSeenBy(ctx: Context): Promise<Prisma.CapturedEmailWhereInput> {
  const { actor, workspaceId, now } = ctx;
  if (actor.kind !== "user") return { kind: { not: "account" } };
  const user = await db().user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: {
      email: true,
      verifiedAt: true,
      emailChanges: {
        where: { usedAt: null, expiresAt: { gt: now } },
        select: { id: true, email: true },
      },
    },
  });
  const open = await db().invitation.findMany({
    where: { workspaceId, acceptedAt: null, revokedAt: null },
    select: { emailSeriesKey: true },
  });
  const invitations = open.map(({ emailSeriesKey }) => emailSeriesKey);
  const isProven = hasRecentProof(ctx);
  const links = user.emailChanges
    .filter(({ email }) => isProven || (user.verifiedAt === null && email === user.email))
    .map(({ id }) => id);
  return {
    OR: [
      { kind: { not: "account" } },
      { seriesKey: { in: actor.role === "owner" ? [...links, ...invitations] : links } },
      ...(isProven ? [{ to: user.email, NOT: { seriesKey: { in: invitations } } }] : []),
    ],
  };
}

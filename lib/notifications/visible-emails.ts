import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import type { Prisma } from "#lib/db/generated/client";

/**
 * Which captured emails a user may read. Links in account emails give access to someone's account, so
 * everyone sees only those sent to their own address, or to the one they're about to change to.
 * Owners also see open invitations, because on staging they reach no mailbox.
 */
export async function capturedEmailsSeenBy(ctx: Context): Promise<Prisma.CapturedEmailWhereInput> {
  const { actor, workspaceId, now } = ctx;
  if (actor.kind !== "user") return { kind: { not: "account" } };
  const user = await db().user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: {
      email: true,
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
  const own = [user, ...user.emailChanges].map(({ email }) => email);
  return {
    OR: [
      { kind: { not: "account" } },
      { to: { in: own } },
      { seriesKey: { in: invitations.map(({ emailSeriesKey }) => emailSeriesKey) } },
    ],
  };
}

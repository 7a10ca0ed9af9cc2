import { type Context, hasRecentProof } from "#lib/core/context";
import { db } from "#lib/db/database";
import type { Prisma } from "#lib/db/generated/client";

/** The address of the signed-in user, and whether it's verified; null for anyone else. */
async function findViewer({ actor }: Context) {
  if (actor.kind !== "user") return null;
  return db().user.findUnique({ where: { id: actor.userId } });
}

/** Whether a user would have to prove again who they are to see the account emails of the test inbox. */
export async function hidesAccountEmails(ctx: Context): Promise<boolean> {
  return !hasRecentProof(ctx) && (await findViewer(ctx))?.verifiedAt !== null;
}

/**
 * The captured emails that a user doesn't see: emails about accounts hold links that give access to them.
 * Those to other members are always hidden. The user's own need a recent proof, so that a stolen session
 * is not enough to take the account over. Until they have verified their address, they see those sent to
 * it, because nothing else leads to the link that verifies it.
 */
export async function hiddenEmails(ctx: Context): Promise<Prisma.CapturedEmailWhereInput> {
  const kind = "account";
  const viewer = await findViewer(ctx);
  if (viewer && hasRecentProof(ctx)) {
    const others = await db().membership.findMany({
      where: { workspaceId: ctx.workspaceId, userId: { not: viewer.id } },
      select: { user: { select: { email: true } } },
    });
    return { kind, to: { in: others.map(({ user }) => user.email) } };
  }
  return viewer?.verifiedAt === null ? { kind, to: { not: viewer.email } } : { kind };
}

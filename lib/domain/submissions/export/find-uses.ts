import { db } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";

/**
 * Returns whether any of these submissions has the page that it was sent from, and whether people have worked
 * on one.
 */
export async function findUses({ workspaceId }: Context, ids: readonly string[]) {
  const own = { workspaceId, id: { in: [...ids] } };
  const isWorkedOn = [
    { answeredAt: { not: null } },
    { assigneeId: { not: null } },
    { hasNotes: true },
  ];
  const [context, work] = await Promise.all([
    db().submission.count({ where: { ...own, context: { not: Prisma.AnyNull } } }),
    db().submission.count({ where: { ...own, OR: isWorkedOn } }),
  ]);
  return { hasContext: context > 0, hasWork: work > 0 };
}

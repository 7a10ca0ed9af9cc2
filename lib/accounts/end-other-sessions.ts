import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";

/** Ends every session of the signed-in user but `keptSessionId`. */
export async function endOtherSessions(ctx: Context, keptSessionId: string): Promise<void> {
  if (ctx.actor.kind !== "user") return;
  await db().session.deleteMany({
    where: { userId: ctx.actor.userId, id: { not: keptSessionId } },
  });
}

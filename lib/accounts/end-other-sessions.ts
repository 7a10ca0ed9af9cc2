import type { Context } from "#lib/core/context";
import { isId } from "#lib/core/ids";
import { db } from "#lib/db/database";

/** Ends every session of the signed-in user but `keptSessionId`. */
export async function endOtherSessions(ctx: Context, keptSessionId: string): Promise<void> {
  if (ctx.actor.kind !== "user") return;
  await db().session.deleteMany({
    where: { userId: ctx.actor.userId, id: { not: keptSessionId } },
  });
}

/** Ends one session of the signed-in user; one of somebody else is none of theirs and stays. */
export async function endOwnSession(ctx: Context, sessionId: string): Promise<void> {
  if (ctx.actor.kind !== "user" || !isId(sessionId)) return;
  await db().session.deleteMany({ where: { userId: ctx.actor.userId, id: sessionId } });
}

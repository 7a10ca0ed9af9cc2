import { SESSION_IDLE_MS } from "#lib/accounts/sessions";
import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";

export type SessionListItem = {
  id: string;
  userAgent: string | null;
  createdAt: number;
  lastSeenAt: number;
};

/** The sessions of the signed-in user that have not ended, the one last used first. */
export async function listSessions(ctx: Context): Promise<SessionListItem[]> {
  if (ctx.actor.kind !== "user") return [];
  const rows = await db().session.findMany({
    where: {
      userId: ctx.actor.userId,
      expiresAt: { gt: ctx.now },
      lastSeenAt: { gt: new Date(ctx.now.getTime() - SESSION_IDLE_MS) },
    },
    orderBy: { lastSeenAt: "desc" },
    take: 50,
  });
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.userAgent,
    createdAt: row.createdAt.getTime(),
    lastSeenAt: row.lastSeenAt.getTime(),
  }));
}

import { byId, type Db, db, transaction } from "#lib/adapters/db/database";
import { type Context, requireOwner } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { readPeople } from "#lib/domain/access/people";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { describeRedirect } from "#lib/domain/grants/redirect-uri";
import { ConnectedApp, GRANT_LIMITS } from "#lib/domain/grants/schema";

/**
 * Lists the apps that are connected to the workspace, at most 50, newest first.
 *
 * @throws {AppError} owner_required
 */
export async function listConnectedApps(ctx: Context): Promise<ConnectedApp[]> {
  requireOwner(ctx);
  const rows = await db().token.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      revokedAt: null,
      grant: { is: { startedAt: { not: null }, endsAt: { gt: ctx.now } } },
    },
    include: { grant: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: GRANT_LIMITS.active,
  });
  const people = await readPeople(
    db(),
    rows.map(({ createdBy }) => createdBy),
  );
  return rows.map(({ grant, createdBy, ...row }) =>
    ConnectedApp.parse({
      id: row.id,
      name: row.name,
      place: describeRedirect(grant?.redirectUri ?? ""),
      clientId: grant?.clientId,
      scopes: row.scopes,
      connectedBy: people.get(createdBy ?? "")?.name ?? null,
      createdAt: row.createdAt.getTime(),
      lastUsedAt: row.lastUsedAt?.getTime() ?? null,
      endsAt: grant?.endsAt.getTime(),
    }),
  );
}

/**
 * Ends a connected app's access; requests already authorized may finish. Doing it twice changes nothing.
 *
 * @throws {AppError} owner_required, not_found
 */
export async function disconnectApp(ctx: Context, id: string): Promise<void> {
  if (!isId(id)) throw notFound();
  requireOwner(ctx);
  await transaction(async (tx) => {
    const app = await tx.token.findUnique({ where: byId(ctx, id), include: { grant: true } });
    if (!app?.grant) throw notFound();
    const { count } = await tx.token.updateMany({
      where: { workspaceId: ctx.workspaceId, id, revokedAt: null },
      data: { revokedAt: ctx.now },
    });
    if (count > 0) await recordDisconnected(tx, ctx, app);
  });
}

/** Ends the access of all apps that a user connected to the workspace, when they stop being an owner. */
export async function disconnectAppsOf(tx: Db, ctx: Context, userId: string): Promise<void> {
  const apps = await tx.token.updateManyAndReturn({
    where: {
      workspaceId: ctx.workspaceId,
      createdBy: userId,
      revokedAt: null,
      grant: { is: { endsAt: { gt: ctx.now } } },
    },
    data: { revokedAt: ctx.now },
    select: { id: true, name: true },
  });
  for (const app of apps) await recordDisconnected(tx, ctx, app);
}

async function recordDisconnected(tx: Db, ctx: Context, subject: { id: string; name: string }) {
  const { id, name } = subject;
  await recordAudit(tx, ctx, { action: "token.disconnected", subject: { id, name } });
}

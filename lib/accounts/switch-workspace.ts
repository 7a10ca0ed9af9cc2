import { aliveAt } from "#lib/accounts/sessions";
import { LAST_USED_FIRST } from "#lib/accounts/store";
import type { Caller, Context } from "#lib/core/context";
import { notFound, sessionRequired } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { type Db, db, transaction } from "#lib/db/database";

/** The most workspaces that a user can belong to. */
export const MAX_WORKSPACES = 50;

export type WorkspaceChoice = { id: string; name: string };

async function readChoices(userId: string): Promise<WorkspaceChoice[]> {
  const memberships = await db().membership.findMany({
    where: { userId },
    select: { workspace: { select: { id: true, name: true } } },
    orderBy: LAST_USED_FIRST,
    take: MAX_WORKSPACES,
  });
  return memberships.map(({ workspace }) => workspace);
}

/** The workspaces of the signed-in user by name; none for a token. */
export async function listWorkspaces({ actor }: Context): Promise<WorkspaceChoice[]> {
  if (actor.kind !== "user") return [];
  return (await readChoices(actor.userId)).sort((a, b) => a.name.localeCompare(b.name));
}

/** Moves a session to a workspace that its user belongs to. It keeps its proof of identity. */
export async function moveSession(
  tx: Db,
  session: { id: string; userId: string },
  workspaceId: string,
  now: Date,
): Promise<void> {
  const { userId } = session;
  const where = { userId, workspaceId };
  const { count } = await tx.membership.updateMany({ where, data: { lastUsedAt: now } });
  if (count === 0) throw notFound();
  await tx.session.updateMany({ where: { id: session.id, userId }, data: { workspaceId } });
}

/**
 * Switches the workspace of a session, even if the user lost access to its workspace.
 *
 * @throws {AppError} session_required if the session has ended; not_found unless its user belongs to the
 *   workspace
 */
export async function switchWorkspace(
  sessionId: string,
  workspaceId: string,
  { now }: Caller,
): Promise<void> {
  const session = await db().session.findUnique({ where: { id: sessionId, ...aliveAt(now) } });
  if (!session) throw sessionRequired();
  if (!isId(workspaceId)) throw notFound();
  await transaction((tx) => moveSession(tx, session, workspaceId, now));
}

/** A session without access to its workspace: it can only switch to another one. */
export type LostSession = { workspaceName: string; workspaces: WorkspaceChoice[] };

/** Null if the session has ended, or is in a workspace that its user belongs to. */
export async function findLostSession(
  sessionId: string,
  { now }: Caller,
): Promise<LostSession | null> {
  const session = await db().session.findUnique({
    where: { id: sessionId, ...aliveAt(now) },
    select: { userId: true, workspaceId: true, workspace: { select: { name: true } } },
  });
  if (!session) return null;
  const workspaces = await readChoices(session.userId);
  if (workspaces.some(({ id }) => id === session.workspaceId)) return null;
  return { workspaceName: session.workspace.name, workspaces };
}

import { type Db, db, transaction } from "#lib/adapters/db/database";
import { cutCharacters } from "#lib/core/characters";
import { type Caller, type Context, mintContext, requireUserId } from "#lib/core/context";
import { isId, newId } from "#lib/core/ids";
import { anonymous, isSharedAccount } from "#lib/core/settings/demo";
import { settings } from "#lib/core/settings/settings";
import { roleOf, toAccount } from "#lib/domain/accounts/store";
import { recordAudit } from "#lib/domain/audit/record-audit";

/** A session ends after 30 days, or after 7 days without use. */
export const SESSION_MAX_MS = 30 * 86_400_000;
const SESSION_IDLE_MS = 7 * 86_400_000;
/** Precision of the last use; a finer one would write on every page view. */
const SEEN_INTERVAL_MS = 5 * 60_000;

/** A user's sessions beyond that end, those used least recently first. */
const MAX_SESSIONS = 100;

export type SessionOwner = { userId: string; workspaceId: string };
/** An open session, in a workspace that its user belongs to. */
export type ActiveSession = NonNullable<Awaited<ReturnType<typeof authenticateSession>>>;

/** @returns the id of the new session, which is all that the sealed cookie carries */
export async function createSession(
  tx: Db,
  owner: SessionOwner,
  userAgent: string | null,
  now: Date,
): Promise<string> {
  const excessSessions = await tx.session.findMany({
    where: { userId: owner.userId },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    skip: MAX_SESSIONS - 1,
    select: { id: true },
  });
  if (excessSessions.length > 0)
    await tx.session.deleteMany({
      where: { id: { in: excessSessions.map((session) => session.id) } },
    });
  const { id } = await tx.session.create({
    data: {
      id: newId(),
      ...owner,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + SESSION_MAX_MS),
      userAgent: userAgent ? cutCharacters(userAgent.toWellFormed(), 300) : null,
    },
  });
  return id;
}

/** Conditions of a session that hasn't expired, whether its user still belongs to its workspace or not. */
export function aliveAt(now: Date) {
  return {
    expiresAt: { gt: now },
    lastSeenAt: { gt: new Date(now.getTime() - SESSION_IDLE_MS) },
  };
}

/**
 * A gate: the session for an id from a sealed cookie. Null if it has ended, or if its user no longer
 * belongs to its workspace.
 */
export async function authenticateSession(sessionId: string, caller: Caller) {
  const { now } = caller;
  const row = await db().session.findUnique({
    where: { id: sessionId, ...aliveAt(now) },
    include: { user: { include: { memberships: true } }, workspace: true },
  });
  const membership = row?.user.memberships.find((each) => each.workspaceId === row.workspaceId);
  if (!row || !membership) return null;
  if (now.getTime() - row.lastSeenAt.getTime() >= SEEN_INTERVAL_MS)
    await db().session.updateMany({ where: { id: row.id }, data: { lastSeenAt: now } });
  const role = roleOf(membership);
  const provenAt = row.provenAt ?? row.createdAt;
  const actor = { kind: "user", userId: row.userId, role, provenAt, sessionId } as const;
  const recorded = isSharedAccount(row.user) ? anonymous(caller) : caller;
  return {
    ctx: mintContext(row.workspaceId, actor, now, recorded),
    account: toAccount(row.user, row.workspace),
    /** Null if the user gave none. */
    userName: row.user.name,
    /** True if the user has confirmed their address. */
    isVerified: row.user.verifiedAt !== null,
    role,
    sessionId: row.id,
  };
}

export type SessionListItem = Awaited<ReturnType<typeof listSessions>>[number];

/** The active sessions of the signed-in user, last used first. */
export async function listSessions(ctx: Context) {
  const rows = await db().session.findMany({
    where: { userId: requireUserId(ctx), ...aliveAt(ctx.now) },
    orderBy: { lastSeenAt: "desc" },
    take: MAX_SESSIONS,
  });
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.userAgent,
    createdAt: row.createdAt.getTime(),
    lastSeenAt: row.lastSeenAt.getTime(),
  }));
}

/** Ends one session; ending it twice changes nothing. */
export async function endSession(sessionId: string): Promise<void> {
  await db().session.deleteMany({ where: { id: sessionId } });
}

/** Ends every session of the signed-in user except `keptSessionId`. */
export async function endOtherSessions(ctx: Context, keptSessionId: string): Promise<void> {
  await endSessions(ctx, { not: keptSessionId });
}

/** Ends one session of the signed-in user; another user's session is left alone. */
export async function endOwnSession(ctx: Context, sessionId: string): Promise<void> {
  if (isId(sessionId)) await endSessions(ctx, sessionId);
}

async function endSessions(ctx: Context, id: string | { not: string }): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== "user") return;
  await transaction(async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { userId: actor.userId, id } });
    if (count > 0)
      await recordAudit(tx, ctx, { action: "account.signed_out_everywhere", details: { count } });
  });
}

/** Returns whether a verified address is an operator's: OPERATOR_EMAILS has it. */
export function isOperatorAddress(email: string): boolean {
  return settings().operatorEmails.includes(email.toLowerCase());
}

/** Returns whether a user may see the operator page. */
export function isOperator({ account, isVerified }: ActiveSession): boolean {
  return isVerified && isOperatorAddress(account.user.email);
}

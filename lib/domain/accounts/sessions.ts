import { z } from "zod";
import { type Db, db, pool, transaction } from "#lib/adapters/db/database";
import type { Prisma, User } from "#lib/adapters/db/generated/client";
import { type Columns, queryPrepared } from "#lib/adapters/db/query-rows";
import { cutCharacters } from "#lib/core/characters";
import { type Caller, type Context, mintContext, requireOwnSession } from "#lib/core/context";
import { DAY_MS } from "#lib/core/durations";
import { isId, newId } from "#lib/core/ids";
import { isLoopbackHost } from "#lib/core/settings/setting-shapes";
import { settings } from "#lib/core/settings/settings";
import { isProviderRequired } from "#lib/domain/accounts/providers/required";
import { roleOf, toAccount } from "#lib/domain/accounts/store";
import { recordAudit } from "#lib/domain/audit/record-audit";

/** A session ends after 30 days, or after 7 days without use. */
export const SESSION_MAX_MS = 30 * DAY_MS;
const SESSION_IDLE_MS = 7 * DAY_MS;
/** How precisely the last use is recorded. A shorter interval would write on every page view. */
const SEEN_INTERVAL_MS = 5 * 60_000;

/** The maximum number of sessions of a user. Beyond that, those used least recently end. */
const MAX_SESSIONS = 100;

export type SessionOwner = { userId: string; workspaceId: string };
/**
 * How someone signed in. A session created through the workspace's own provider (`workspace_provider`) is
 * bound to that workspace: the workspace's owners control which identities the provider asserts.
 */
const SignInMethod = z.enum(["password", "passkey", "provider", "workspace_provider"]);
export type SignInMethod = z.output<typeof SignInMethod>;

/** `provenAt`: when they proved who they are, if it wasn't just now. */
export type SessionOrigin = { method: SignInMethod; provenAt?: Date | null };
/** An open session, in a workspace that its user belongs to. */
export type ActiveSession = NonNullable<Awaited<ReturnType<typeof authenticateSession>>>;

/** @returns the id of the new session, which is all that the sealed cookie carries */
export async function createSession(
  tx: Db,
  owner: SessionOwner,
  userAgent: string | null,
  now: Date,
  { method, provenAt = null }: SessionOrigin,
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
      method,
      provenAt: provenAt && provenAt < now ? provenAt : null,
    },
  });
  return id;
}

/** The conditions for an unexpired session that a permitted method opened, even if its user has left its workspace. */
export function unexpiredAt(now: Date) {
  return {
    ...(isProviderRequired() && { method: "provider" }),
    expiresAt: { gt: now },
    lastSeenAt: { gt: new Date(now.getTime() - SESSION_IDLE_MS) },
  };
}

/** The condition for a session that wasn't opened by its workspace's provider. */
export const NOT_BOUND_TO_PROVIDER = {
  OR: [{ method: null }, { method: { not: "workspace_provider" } }],
} satisfies Prisma.SessionWhereInput;

/** A workspace that a user belongs to. */
export type WorkspaceChoice = { id: string; name: string };
/** The maximum number of workspaces of a user that are listed. Those used last are kept. */
export const MAX_WORKSPACES = 50;

type SessionRow = {
  id: string;
  userId: string;
  workspaceId: string;
  createdAt: Date;
  lastSeenAt: Date;
  provenAt: Date | null;
  method: string | null;
  email: string;
  userName: string | null;
  userTimeZone: string | null;
  workspaceTimeZone: string | null;
  verifiedAt: Date | null;
  isProven: boolean;
  role: string;
  workspaceName: string;
  plan: string;
  onboardedAt: Date | null;
  workspaces: WorkspaceChoice[];
};

const COLUMNS: Columns<SessionRow> = {
  id: "uuid",
  userId: "uuid",
  workspaceId: "uuid",
  createdAt: "timestamptz",
  lastSeenAt: "timestamptz",
  provenAt: "timestamptz",
  method: "text",
  email: "text",
  userName: "text",
  userTimeZone: "text",
  workspaceTimeZone: "text",
  verifiedAt: "timestamptz",
  isProven: "bool",
  role: "text",
  workspaceName: "text",
  plan: "text",
  onboardedAt: "timestamptz",
  workspaces: "json",
};

/** $1 the session, $2 now, $3 the earliest last use, $4 the most workspaces, $5 {@link isProviderRequired}. */
const FIND_SESSION = `
SELECT s.id, s.user_id AS "userId", s.workspace_id AS "workspaceId", s.created_at AS "createdAt",
  s.last_seen_at AS "lastSeenAt", s.proven_at AS "provenAt", s.method, u.email, u.name AS "userName",
  u.time_zone AS "userTimeZone", w.time_zone AS "workspaceTimeZone",
  u.verified_at AS "verifiedAt", u.is_proven AS "isProven", m.role, w.name AS "workspaceName", w.plan,
  w.onboarded_at AS "onboardedAt",
  (
    SELECT json_agg(json_build_object('id', o.id, 'name', o.name)) FROM (
      SELECT own.id, own.name FROM memberships each JOIN workspaces own ON own.id = each.workspace_id
      WHERE each.user_id = s.user_id
        AND (s.method IS DISTINCT FROM 'workspace_provider' OR each.workspace_id = s.workspace_id)
      ORDER BY each.last_used_at DESC NULLS LAST, each.created_at LIMIT $4
    ) o
  ) AS workspaces
FROM sessions s
JOIN users u ON u.id = s.user_id
JOIN memberships m ON m.workspace_id = s.workspace_id AND m.user_id = s.user_id
JOIN workspaces w ON w.id = s.workspace_id
LEFT JOIN sign_in_providers p ON p.workspace_id = s.workspace_id
WHERE s.id = $1 AND s.expires_at > $2 AND s.last_seen_at > $3
  AND CASE WHEN $5 THEN s.method IS NOT DISTINCT FROM 'provider'
    WHEN s.method = 'workspace_provider' THEN p.workspace_id IS NOT NULL
    ELSE m.role = 'owner' OR p.is_required IS NOT TRUE END`;

/**
 * A gate: the session for an id from a sealed cookie. Null if it has ended, or if its user no longer
 * belongs to its workspace, or the workspace requires its members to sign in by its provider and they didn't. Its owners
 * can always sign in by their own means, so that no provider locks them out.
 */
export async function authenticateSession(sessionId: string, caller: Caller) {
  const { now } = caller;
  const idleSince = new Date(now.getTime() - SESSION_IDLE_MS);
  const values = [sessionId, now, idleSince, MAX_WORKSPACES, isProviderRequired()];
  const [row] = await queryPrepared(pool(), COLUMNS, { text: FIND_SESSION, values });
  if (!row) return null;
  if (now.getTime() - row.lastSeenAt.getTime() >= SEEN_INTERVAL_MS)
    await db().session.updateMany({ where: { id: row.id }, data: { lastSeenAt: now } });
  const role = roleOf(row);
  const provenAt = row.provenAt ?? row.createdAt;
  const isBound = row.method === "workspace_provider";
  const actor = { kind: "user", userId: row.userId, role, provenAt, sessionId, isBound } as const;
  return {
    ctx: mintContext(row.workspaceId, actor, now, caller),
    account: toAccount(
      { id: row.userId, email: row.email },
      { id: row.workspaceId, name: row.workspaceName, plan: row.plan },
    ),
    /** Null if the user gave none. */
    userName: row.userName,
    /** The time zones of the user and of their workspace; null if not set. */
    timeZones: { own: row.userTimeZone, workspace: row.workspaceTimeZone },
    /** True if the user has confirmed their address. */
    isVerified: row.verifiedAt !== null,
    isOperator: !isBound && isOperator(row),
    /** True if the workspace's own provider opened it, so that it reaches nothing else. */
    isBound,
    /** Whether the workspace has done its required first steps. This never reverts. */
    isOnboarded: row.onboardedAt !== null,
    /** The user's workspaces by name. */
    workspaces: row.workspaces.toSorted((a, b) => a.name.localeCompare(b.name)),
    role,
    sessionId: row.id,
  };
}

export type SessionListItem = Awaited<ReturnType<typeof listSessions>>[number];

/** The active sessions of the signed-in user, last used first. */
export async function listSessions(ctx: Context) {
  const rows = await db().session.findMany({
    where: { userId: requireOwnSession(ctx), ...unexpiredAt(ctx.now) },
    orderBy: { lastSeenAt: "desc" },
    take: MAX_SESSIONS,
  });
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.userAgent,
    createdAt: row.createdAt.getTime(),
    lastSeenAt: row.lastSeenAt.getTime(),
    method: SignInMethod.nullable().catch(null).parse(row.method),
  }));
}

/** Ends a session. Ending it twice changes nothing. */
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
  const userId = requireOwnSession(ctx);
  await transaction(async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { userId, id } });
    if (count > 0)
      await recordAudit(tx, ctx, { action: "account.signed_out_everywhere", details: { count } });
  });
}

type AddressProof = Pick<User, "email" | "verifiedAt" | "isProven">;

/**
 * Returns whether a user may see the operator page: OPERATOR_EMAILS has their address, and they confirmed it by
 * an email that was really sent. A captured one is enough where only this machine reaches the service.
 */
export function isOperator({ email, verifiedAt, isProven }: AddressProof): boolean {
  const { operatorEmails, baseUrl } = settings();
  if (verifiedAt === null || !operatorEmails.includes(email.toLowerCase())) return false;
  return isProven || isLoopbackHost(new URL(baseUrl).hostname);
}

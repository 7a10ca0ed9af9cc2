import { type Db, db, lockInTransaction, transaction } from "#lib/adapters/db/database";
import type { Caller } from "#lib/core/context";
import { ownSignInRequired } from "#lib/core/context";
import { DAY_SECONDS } from "#lib/core/durations";
import { AppError, notFound, sessionRequired } from "#lib/core/errors";
import { type IdempotencyKey, idOfUserUnderKey, isId } from "#lib/core/ids";
import { isProviderRequired } from "#lib/domain/accounts/providers/required";
import type { CreateWorkspaceInput } from "#lib/domain/accounts/schema";
import {
  type ActiveSession,
  MAX_WORKSPACES,
  NOT_BOUND_TO_PROVIDER,
  unexpiredAt,
  type WorkspaceChoice,
} from "#lib/domain/accounts/sessions";
import { createOwned, LAST_USED_FIRST, memberContext } from "#lib/domain/accounts/store";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { addProvenRecipient } from "#lib/domain/recipients/add-recipient";
import { spendQuotaIn } from "#lib/domain/usage/quota";

async function readChoices(userId: string): Promise<WorkspaceChoice[]> {
  const memberships = await db().membership.findMany({
    where: { userId },
    select: { workspace: { select: { id: true, name: true } } },
    orderBy: LAST_USED_FIRST,
    take: MAX_WORKSPACES,
  });
  return memberships.map(({ workspace }) => workspace);
}

/**
 * Moves a session to a workspace that its user belongs to. It keeps its proof of identity.
 *
 * @throws {AppError} not_found; own_sign_in_required for one that a workspace's provider opened, or that has ended
 */
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
  const moved = await tx.session.updateMany({
    where: { id: session.id, userId, ...NOT_BOUND_TO_PROVIDER },
    data: { workspaceId },
  });
  if (moved.count === 0) throw ownSignInRequired();
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
  const session = await db().session.findUnique({ where: { id: sessionId, ...unexpiredAt(now) } });
  if (!session) throw sessionRequired();
  if (!isId(workspaceId)) throw notFound();
  await transaction((tx) => moveSession(tx, session, workspaceId, now));
}

/**
 * A session without access to its workspace: it can only switch to another one. `provider`: the provider that the
 * workspace requires for sign-in, if the user is a member; otherwise null.
 */
export type LostSession = {
  workspaceName: string;
  workspaces: WorkspaceChoice[];
  provider: { code: string; name: string } | null;
};

/**
 * Finds a session without access. Null if the session has ended, or its user belongs to its
 * workspace.
 */
export async function findLostSession(
  sessionId: string,
  { now }: Caller,
): Promise<LostSession | null> {
  const session = await db().session.findUnique({
    where: { id: sessionId, ...unexpiredAt(now) },
    select: {
      userId: true,
      workspaceId: true,
      method: true,
      workspace: { select: { name: true, signInProvider: true } },
    },
  });
  if (!session) return null;
  const { userId, workspaceId, workspace } = session;
  const isBound = session.method === "workspace_provider";
  const own = await db().membership.findUnique({
    where: { workspaceId_userId: { workspaceId, userId } },
  });
  const provider = own && workspace.signInProvider;
  const isRequired = provider?.isRequired && !isProviderRequired();
  if (own && (own.role === "owner" || isBound || !isRequired)) return null;
  return {
    workspaceName: workspace.name,
    workspaces: isBound ? [] : (await readChoices(userId)).filter(({ id }) => id !== workspaceId),
    provider: provider && { code: provider.code, name: provider.name },
  };
}

const MAX_PER_DAY = 10;

/**
 * Creates another workspace of the signed-in user, who owns it, and switches the session to it. Their
 * address, if it's verified, is its first recipient. SIGN_UP is about accounts: it doesn't matter here.
 *
 * @param key - a repeat under the same key creates no second workspace, and switches to the first one
 * @throws {AppError} member_limit_reached with 50 workspaces; rate_limited beyond 10 a day
 */
export async function createWorkspace(
  { sessionId, account }: Pick<ActiveSession, "sessionId" | "account">,
  { name }: CreateWorkspaceInput,
  key: IdempotencyKey,
  caller: Caller,
): Promise<void> {
  const { id: userId } = account.user;
  const id = idOfUserUnderKey(userId, "workspace", key);
  const { now } = caller;
  await transaction(async (tx) => {
    await lockInTransaction(tx, `workspaces:${userId}`);
    const present = { userId, workspaceId: id };
    if (!(await tx.membership.findFirst({ where: present }))) {
      await requireFewWorkspaces(tx, userId);
      const quota = {
        bucket: `new-workspace:${userId}`,
        max: MAX_PER_DAY,
        windowSeconds: DAY_SECONDS,
      };
      const message = `You can create ${MAX_PER_DAY} workspaces a day. Try again tomorrow.`;
      await spendQuotaIn(tx, [quota], now, message);
      await createOwned(tx, { id, userId, name }, now);
      const ctx = memberContext({ ...present, role: "owner" }, caller);
      await recordAudit(tx, ctx, { action: "workspace.created" });
      const { email, verifiedAt } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
      if (verifiedAt !== null) await addProvenRecipient(tx, ctx, email);
    }
    await moveSession(tx, { id: sessionId, userId }, id, now);
  });
}

/** @throws {AppError} member_limit_reached */
export async function requireFewWorkspaces(tx: Db, userId: string): Promise<void> {
  if ((await tx.membership.count({ where: { userId } })) >= MAX_WORKSPACES)
    throw new AppError(
      "member_limit_reached",
      `You already belong to ${MAX_WORKSPACES} workspaces. Leave one first.`,
    );
}

import { type Db, db, lockInTransaction, transaction } from "#lib/adapters/db/database";
import {
  type Context,
  mintContext,
  requireOwner,
  requireRecentProof,
  requireUserId,
} from "#lib/core/context";
import { DAY_MS } from "#lib/core/durations";
import { AppError, notFound } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import {
  lockMembers,
  requireConfirmedAddress,
  requireOpenSession,
  requireStillOwner,
} from "#lib/domain/access/access-locks";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { queueSecurityEmail } from "#lib/domain/emails/security-email";
import { describeRedirect } from "#lib/domain/grants/redirect-uri";
import {
  type AuthorizationRequest,
  type ConnectInput,
  GRANT_LIMITS,
} from "#lib/domain/grants/schema";
import { APP_SECRET_TYPES, makeSecret } from "#lib/domain/tokens/authenticate-token";

const MAX_CONNECTABLE = 50;

/** A session by a workspace's own provider reaches that workspace only. */
const isBound = ({ actor }: Context) => actor.kind === "user" && actor.isBound === true;

/** Lists the workspaces that the signed-in user owns and can connect apps to, sorted by name. */
export async function listConnectable(ctx: Context): Promise<{ id: string; name: string }[]> {
  const reach = isBound(ctx) ? { workspaceId: ctx.workspaceId } : {};
  const rows = await db().membership.findMany({
    where: { userId: requireUserId(ctx), role: "owner", workspace: { deletedAt: null }, ...reach },
    select: { workspace: { select: { id: true, name: true } } },
    orderBy: { createdAt: "asc" },
    take: MAX_CONNECTABLE,
  });
  return rows
    .map(({ workspace }) => workspace)
    .toSorted((one, other) => one.name.localeCompare(other.name, "en"));
}

/**
 * A gate: the caller's context in another workspace of theirs.
 *
 * @throws {AppError} session_required; not_found unless they belong to it, and their session reaches it
 */
async function contextIn(ctx: Context, workspaceId: string): Promise<Context> {
  const userId = requireUserId(ctx);
  if (isBound(ctx) && workspaceId !== ctx.workspaceId) throw notFound();
  const membership = await db().membership.findUnique({
    where: { workspaceId_userId: { workspaceId, userId } },
  });
  if (!membership || ctx.actor.kind !== "user") throw notFound();
  const role = membership.role === "owner" ? "owner" : "member";
  return mintContext(membership.workspaceId, { ...ctx.actor, role }, ctx.now, ctx.caller);
}

/**
 * Connects an app to one of the caller's workspaces, and emails them about it. The app has to exchange the code
 * within five minutes, or the connection gives no access.
 *
 * @returns the authorization code
 * @throws {AppError} not_found; owner_required; address_unconfirmed; reauthentication_required; validation_failed for
 *   scopes that the app didn't ask for; token_limit_reached with 50 connected apps, or 50 new ones in 24 hours
 */
export async function connectApp(
  given: Context,
  request: AuthorizationRequest,
  { workspaceId, scopes }: ConnectInput,
): Promise<string> {
  const ctx = await contextIn(given, workspaceId);
  const userId = requireUserId(ctx);
  requireOwner(ctx);
  await requireConfirmedAddress(db(), userId);
  requireRecentProof(ctx);
  if (!scopes.every((scope) => request.scopes.offered.includes(scope)))
    throw new AppError("validation_failed", "The app didn't ask for one of these scopes.", {
      details: [{ path: "scopes", message: "must be among those that the app asks for" }],
    });
  const code = makeSecret(APP_SECRET_TYPES.code);
  const { client, redirectUri, challenge } = request;
  await transaction(async (tx) => {
    await lockMembers(tx, ctx.workspaceId);
    await requireStillOwner(tx, ctx);
    await requireOpenSession(tx, ctx);
    await lockInTransaction(tx, `grants:${ctx.workspaceId}`);
    await requireWithinLimits(tx, ctx);
    const id = newId();
    await recordAudit(tx, ctx, {
      action: "token.connected",
      subject: { id, name: client.name },
      details: { scopes, app: describeRedirect(redirectUri) },
    });
    await queueSecurityEmail(tx, ctx, userId, { purpose: "app_connected", name: client.name });
    await tx.token.create({
      data: {
        id,
        workspaceId: ctx.workspaceId,
        name: client.name,
        scopes,
        hash: sha256(code),
        prefix: "",
        createdBy: userId,
        createdAt: ctx.now,
        expiresAt: new Date(ctx.now.getTime() + GRANT_LIMITS.maxDays * DAY_MS),
        grant: {
          create: {
            clientId: client.id,
            redirectUri,
            challenge,
            endsAt: new Date(ctx.now.getTime() + GRANT_LIMITS.codeMinutes * 60_000),
          },
        },
      },
    });
  });
  return code;
}

/** @throws {AppError} token_limit_reached */
async function requireWithinLimits(tx: Db, { workspaceId, now }: Context): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  const recent = await tx.token.count({
    where: { workspaceId, grant: { isNot: null }, createdAt: { gt: since } },
  });
  if (recent >= GRANT_LIMITS.createdPer24Hours)
    throw new AppError(
      "token_limit_reached",
      `A workspace can connect up to ${GRANT_LIMITS.createdPer24Hours} apps in 24 hours. Try again later.`,
      { retryAfterSeconds: DAY_MS / 1000 },
    );
  const active = await tx.token.count({
    where: { workspaceId, revokedAt: null, grant: { is: { endsAt: { gt: now } } } },
  });
  if (active >= GRANT_LIMITS.active)
    throw new AppError(
      "token_limit_reached",
      `A workspace can have up to ${GRANT_LIMITS.active} connected apps. Disconnect one you no longer use.`,
    );
}

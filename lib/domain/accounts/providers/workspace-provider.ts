import { type Db, db, transaction } from "#lib/adapters/db/database";
import type { SignInProvider } from "#lib/adapters/db/generated/client";
import { discoverProvider } from "#lib/adapters/oidc/oidc";
import { type Context, requireOwner, requireRecentProof } from "#lib/core/context";
import { AppError, requireRevision } from "#lib/core/errors";
import { newId, randomBase62 } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import { settings } from "#lib/core/settings/settings";
import {
  lockMembers,
  requireConfirmedAddress,
  requireStillOwner,
} from "#lib/domain/access/access-locks";
import { explainFailure } from "#lib/domain/accounts/providers/explain-failure";
import { callbackOf, toProvider } from "#lib/domain/accounts/providers/provider";
import type { SaveSignInProviderInput } from "#lib/domain/accounts/providers/schema";
import { describeChanges, recordAudit } from "#lib/domain/audit/record-audit";
import { spendQuota } from "#lib/domain/usage/quota";

/** Tries to save, each of which calls the issuer. */
const MAX_SAVES_PER_HOUR = 30;

const withoutSecret = ({ name, issuer, clientId, isRequired, admitsNew }: SignInProvider) => ({
  name,
  issuer,
  clientId,
  isRequired,
  admitsNew,
});

/**
 * Returns the workspace's provider without its secret, and the URLs to give out. `saved` is null if
 * there's no provider.
 *
 * @throws {AppError} owner_required
 */
export async function getSignInProvider(ctx: Context) {
  requireOwner(ctx);
  const { workspaceId, actor } = ctx;
  const row = await db().signInProvider.findUnique({ where: { workspaceId } });
  const userId = actor.kind === "user" ? actor.userId : null;
  const connected = await db().workspaceIdentity.findMany({
    where: { workspaceId },
    select: { userId: true },
  });
  return {
    saved: row && { ...withoutSecret(row), revision: row.revision },
    /** The URL where people of the workspace sign in. */
    signInUrl: row && `${settings().baseUrl}/sign-in/company?code=${row.code}`,
    /** The values to enter at the provider. */
    redirectUri: callbackOf(workspaceId),
    connectedMembers: connected.length,
    /** Whether the caller has signed in with it, which is needed before it can be required. */
    isOwnConnected: connected.some((identity) => identity.userId === userId),
  };
}

export type OwnSignInProvider = Awaited<ReturnType<typeof getSignInProvider>>;

function problemAt(path: string, message: string): AppError {
  return new AppError("validation_failed", `The ${path} ${message}.`, {
    details: [{ path, message }],
  });
}

/**
 * Saves the workspace's provider, once its metadata could be read. A change of issuer ends the sessions and the
 * connections of the earlier one.
 *
 * @throws {AppError} owner_required, reauthentication_required, address_unconfirmed, revision_conflict; validation_failed
 *   if the issuer can't be used, the secret is missing, or it's required before the caller has signed in by it;
 *   rate_limited beyond 30 tries an hour
 */
export async function saveSignInProvider(
  ctx: Context,
  { revision, clientSecret, ...input }: SaveSignInProviderInput,
): Promise<void> {
  requireOwner(ctx);
  const userId = requireRecentProof(ctx);
  await requireConfirmedAddress(db(), userId);
  const { workspaceId, now } = ctx;
  const row = { workspaceId, id: workspaceId };
  const bucket = `sign-in-provider:${workspaceId}`;
  const quota = { bucket, max: MAX_SAVES_PER_HOUR, windowSeconds: 3600 };
  await spendQuota([quota], now, "You’ve tried this often in the last hour. Try again later.");
  const saved = await db().signInProvider.findUnique({ where: { workspaceId } });
  const isNewIssuer = saved?.issuer !== input.issuer;
  // A saved secret must never be sent to a server other than the one it was entered for.
  if (clientSecret === null && isNewIssuer)
    throw problemAt("clientSecret", "is required with a new issuer");
  const sealedSecret = clientSecret
    ? encryptSecret("sign_in_provider", row, clientSecret)
    : (saved?.sealedSecret ?? new Uint8Array());
  const code = saved?.code ?? randomBase62(12).toLowerCase();
  const next = { ...input, code, sealedSecret, revision: newId(), updatedAt: now };
  const provider = toProvider({ ...next, workspaceId });
  await discoverProvider(provider.client).catch((failure: unknown) => {
    throw problemAt("issuer", explainFailure(failure));
  });
  await transaction(async (tx) => {
    await lockMembers(tx, workspaceId);
    await requireStillOwner(tx, ctx);
    const before = await tx.signInProvider.findUnique({ where: { workspaceId } });
    requireRevision(revision, before?.revision ?? null);
    if (before && before.issuer !== input.issuer) await endProviderAccess(tx, ctx);
    if (input.isRequired) await requireConnected(tx, ctx, userId, input.issuer);
    const create = { ...next, workspaceId };
    await tx.signInProvider.upsert({ where: { workspaceId }, create, update: next });
    const to = withoutSecret(create);
    const changes = before ? describeChanges(withoutSecret(before), to, Object.keys(to)) : to;
    const details = { ...changes, hasNewSecret: clientSecret !== null };
    await recordAudit(tx, ctx, { action: "workspace.sign_in_saved", details });
  });
}

/** Prevents requiring a provider that doesn't work. @throws {AppError} validation_failed */
async function requireConnected(tx: Db, ctx: Context, userId: string, issuer: string) {
  const where = { workspaceId: ctx.workspaceId, userId, issuer };
  if ((await tx.workspaceIdentity.count({ where })) > 0) return;
  throw problemAt(
    "isRequired",
    "needs you to have signed in with it once, so that it works for sure",
  );
}

/**
 * Removes the workspace's provider, with its sessions and whom it knows. Members sign in by their own means again.
 *
 * @throws {AppError} owner_required, reauthentication_required
 */
export async function removeSignInProvider(ctx: Context): Promise<void> {
  requireOwner(ctx);
  requireRecentProof(ctx);
  await transaction(async (tx) => {
    await lockMembers(tx, ctx.workspaceId);
    await requireStillOwner(tx, ctx);
    const { workspaceId } = ctx;
    const { count } = await tx.signInProvider.deleteMany({ where: { workspaceId } });
    if (count === 0) return;
    await endProviderAccess(tx, ctx);
    await recordAudit(tx, ctx, { action: "workspace.sign_in_removed" });
  });
}

async function endProviderAccess(tx: Db, { workspaceId }: Context): Promise<void> {
  await tx.workspaceIdentity.deleteMany({ where: { workspaceId } });
  await tx.session.deleteMany({ where: { workspaceId, method: "workspace_provider" } });
}

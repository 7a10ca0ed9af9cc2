import { type Db, db, transaction } from "#lib/adapters/db/database";
import { type Context, requireOwnSession, requireRecentProof } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { findInstallationProvider } from "#lib/domain/accounts/providers/provider";
import { isProviderRequired, requireOtherWaysIn } from "#lib/domain/accounts/providers/required";
import { MAX_WORKSPACES } from "#lib/domain/accounts/sessions";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { queueSecurityEmail } from "#lib/domain/emails/security-email";

const INSTALLATION = "single sign-on";

/**
 * The providers that the signed-in user can connect or disconnect: the installation's, and those of their workspaces.
 * None where only the installation's opens sessions.
 *
 * @throws {AppError} own_sign_in_required
 */
export async function listConnections(ctx: Context) {
  const userId = requireOwnSession(ctx);
  if (isProviderRequired()) return [];
  const installation = findInstallationProvider();
  const [own, providers] = await Promise.all([
    db().userIdentity.findMany({ where: { userId }, orderBy: { createdAt: "asc" } }),
    db().signInProvider.findMany({
      where: { workspace: { memberships: { some: { userId } } } },
      select: { workspaceId: true, name: true, code: true, workspace: { select: { name: true } } },
      orderBy: { workspaceId: "asc" },
      take: MAX_WORKSPACES,
    }),
  ]);
  // Most workspaces have no provider.
  const known =
    providers.length > 0 ? await db().workspaceIdentity.findMany({ where: { userId } }) : [];
  const present = (identity: (typeof own)[number] | (typeof known)[number] | undefined) =>
    identity
      ? {
          email: identity.email,
          createdAt: identity.createdAt.getTime(),
          lastUsedAt: identity.lastUsedAt.getTime(),
        }
      : null;
  const current = own.find(({ issuer }) => issuer === installation?.client.issuer) ?? own[0];
  const installations =
    installation || current
      ? [
          {
            workspaceId: null,
            workspaceName: null,
            name: installation?.name ?? INSTALLATION,
            code: null,
            connected: present(current),
          },
        ]
      : [];
  return [
    ...installations,
    ...providers.map(({ workspaceId, name, code, workspace }) => ({
      workspaceId,
      workspaceName: workspace.name,
      name,
      code,
      connected: present(known.find((identity) => identity.workspaceId === workspaceId)),
    })),
  ];
}

export type Connection = Awaited<ReturnType<typeof listConnections>>[number];

/**
 * Disconnects a provider from the signed-in user's account, ends the other sessions that it opened, and emails the user.
 *
 * @param workspaceId - whose provider it is; null for the installation's
 * @throws {AppError} session_required, own_sign_in_required, reauthentication_required, not_found; provider_sign_in_required,
 *   because no one could sign in without it
 */
export async function disconnectProvider(ctx: Context, workspaceId: string | null): Promise<void> {
  const userId = requireOwnSession(ctx);
  requireRecentProof(ctx);
  requireOtherWaysIn();
  await transaction(async (tx) => {
    const name = await nameOf(tx, workspaceId);
    const { count } =
      workspaceId === null
        ? await tx.userIdentity.deleteMany({ where: { userId } })
        : await tx.workspaceIdentity.deleteMany({ where: { userId, workspaceId } });
    if (count === 0) throw notFound();
    const sessionId = ctx.actor.kind === "user" ? ctx.actor.sessionId : null;
    const opened =
      workspaceId === null ? { method: "provider" } : { method: "workspace_provider", workspaceId };
    await tx.session.deleteMany({
      where: { userId, ...opened, ...(sessionId && { id: { not: sessionId } }) },
    });
    const subject = { ...(workspaceId !== null && { id: workspaceId }), name };
    await recordAudit(tx, ctx, { action: "account.identity_removed", subject });
    await queueSecurityEmail(tx, ctx, userId, { purpose: "identity_removed", name });
  });
}

async function nameOf(tx: Db, workspaceId: string | null): Promise<string> {
  if (workspaceId === null) return findInstallationProvider()?.name ?? INSTALLATION;
  const row = await tx.signInProvider.findUnique({ where: { workspaceId } });
  return row?.name ?? INSTALLATION;
}

/**
 * Disconnects the providers that were connected before a time. Called when someone confirms an address, because the
 * account may have been someone else's until then.
 *
 * @param ctx - the user's own
 * @param time - null for all of them
 */
export async function removeIdentities(tx: Db, ctx: Context, time: Date | null): Promise<void> {
  const userId = requireOwnSession(ctx);
  const where = { userId, ...(time && { createdAt: { lt: time } }) };
  const own = await tx.userIdentity.deleteMany({ where });
  const known = await tx.workspaceIdentity.deleteMany({ where });
  const count = own.count + known.count;
  if (count > 0)
    await recordAudit(tx, ctx, { action: "account.identity_removed", details: { count } });
}

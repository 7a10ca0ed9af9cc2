import { type Db, lockInTransaction, pool, transaction } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";
import { type Context, mintContext, requireOwner } from "#lib/core/context";
import { notFound, sessionRequired } from "#lib/core/errors";
import { settings } from "#lib/core/settings/settings";
import { lockMembers, requireStillOwner } from "#lib/domain/access/access-locks";
import { requireProofBesidePassword } from "#lib/domain/accounts/factors/authenticator";
import { requirePassword } from "#lib/domain/accounts/password";
import type { UpdateWorkspaceInput } from "#lib/domain/accounts/schema";
import { createOwned, LAST_USED_FIRST } from "#lib/domain/accounts/store";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { queueEmail } from "#lib/domain/deliveries/queue";
import { rescheduleDigests } from "#lib/domain/emails/digests/schedule";
import { CLEARED_COLUMNS } from "#lib/domain/endpoints/store";
import { unassignAll } from "#lib/domain/submissions/assign";
import { getUsage, hasPlans } from "#lib/domain/usage/get-usage";
import { queueUsageAlertIn } from "#lib/domain/usage/queue-usage-alert";
import { PLAN_ALLOWANCES } from "#lib/domain/usage/schema";

/**
 * Renames the workspace, sets its time zone, or switches its plan, starting with the next submission. Owners are emailed at
 * once if this month's submissions have reached 80 % or 100 % of the new allowance.
 *
 * @returns whether email was queued, so that the caller triggers a drain
 * @throws {AppError} owner_required; not_found for a plan where there are none
 */
export async function updateWorkspace(ctx: Context, input: UpdateWorkspaceInput): Promise<boolean> {
  requireOwner(ctx);
  const { name, plan, timeZone } = input;
  if (plan !== undefined && !hasPlans()) throw notFound();
  const usage = plan === undefined ? null : await getUsage(ctx);
  return transaction(async (tx) => {
    await tx.workspace.update({
      where: { id: ctx.workspaceId },
      data: { name, plan, timeZone },
    });
    if (timeZone !== undefined)
      await rescheduleDigests(tx, { workspaceId: ctx.workspaceId }, ctx.now);
    await recordAudit(tx, ctx, { action: "workspace.updated", details: { ...input } });
    if (plan === undefined || !usage) return false;
    return queueUsageAlertIn(tx, ctx, usage.accepted, PLAN_ALLOWANCES[plan]);
  });
}

/** Counts a workspace's content, shown before it's deleted: the messages of every folder, and active tokens. */
export async function measureWorkspace(ctx: Context) {
  const columns = {
    forms: "int4",
    recipients: "int4",
    tokens: "int4",
    capturedEmails: "int4",
    members: "int4",
  } as const;
  const [usage, [counts]] = await Promise.all([
    getUsage(ctx),
    queryRows<Record<keyof typeof columns, number>>(pool(), columns)`
      SELECT
        (SELECT count(*) FROM forms WHERE workspace_id = w.id AND deleted_at IS NULL)::int AS forms,
        (SELECT count(*) FROM recipients WHERE workspace_id = w.id)::int AS recipients,
        (SELECT count(*) FROM tokens t
          WHERE t.workspace_id = w.id AND t.revoked_at IS NULL AND t.expires_at > ${ctx.now} AND NOT EXISTS (
            SELECT FROM grants g WHERE g.workspace_id = t.workspace_id AND g.token_id = t.id))::int AS tokens,
        (SELECT count(*) FROM captured_emails WHERE workspace_id = w.id)::int AS "capturedEmails",
        (SELECT count(*) FROM memberships WHERE workspace_id = w.id)::int AS members
      FROM workspaces w WHERE w.id = ${ctx.workspaceId}::uuid`,
  ]);
  if (!counts) throw new Error("the context's workspace doesn't exist");
  const messages = Object.values(usage.folders).reduce((sum, count) => sum + count, 0);
  const { storageBytes } = usage;
  return { ...counts, messages, storageBytes };
}

/**
 * Deletes the workspace with all its data, and the caller's account unless they have another workspace.
 * The other members keep their accounts. Everything is unreachable when this returns: sessions and tokens
 * are invalid, forms reject submissions, and nothing more is sent. Maintenance then removes rows and files
 * in batches.
 *
 * @throws {AppError} session_required unless a signed-in user calls; owner_required;
 *   reauthentication_required with two-step verification; credentials_invalid; rate_limited
 */
export async function deleteWorkspace(
  ctx: Context,
  { currentPassword }: { currentPassword: string },
): Promise<void> {
  requireOwner(ctx);
  const userId = await requireProofBesidePassword(ctx);
  await requirePassword(ctx, currentPassword);
  await transaction(async (tx) => {
    await lockMembers(tx, ctx.workspaceId);
    await requireStillOwner(tx, ctx);
    await removeWorkspace(tx, ctx, userId);
  });
}

/**
 * Deletes a workspace like {@link deleteWorkspace}, without a check of who asks for it.
 *
 * @param userId - whose account goes too, unless they have another workspace
 * @throws {AppError} session_required if it's deleted already
 */
export async function removeWorkspace(tx: Db, ctx: Context, userId: string): Promise<void> {
  const { count } = await tx.workspace.updateMany({
    where: { id: ctx.workspaceId, deletedAt: null },
    data: { deletedAt: ctx.now },
  });
  if (count === 0) throw sessionRequired();
  await recordAudit(tx, ctx, { action: "workspace.deleted" });
  await endWorkspaceAccess(tx, ctx);
  await removeMembers(tx, ctx, userId);
}

/** Deletes an account, with the workspaces that no one else belongs to. */
export async function removeAccount(tx: Db, userId: string, now: Date): Promise<void> {
  const memberships = await tx.membership.findMany({
    where: { userId },
    orderBy: { workspaceId: "asc" },
  });
  for (const { workspaceId } of memberships) {
    await lockMembers(tx, workspaceId);
    if ((await tx.membership.count({ where: { workspaceId } })) === 1)
      await removeWorkspace(tx, mintContext(workspaceId, { kind: "system" }, now), userId);
  }
  for (const { workspaceId } of memberships)
    await unassignAll(tx, mintContext(workspaceId, { kind: "system" }, now), userId);
  await tx.user.deleteMany({ where: { id: userId } });
}

/** Ends every way in, and everything that could still send. */
async function endWorkspaceAccess(tx: Db, ctx: Context): Promise<void> {
  const { workspaceId } = ctx;
  await tx.session.deleteMany({ where: { workspaceId } });
  await tx.token.deleteMany({ where: { workspaceId } });
  await tx.signInProvider.deleteMany({ where: { workspaceId } });
  await tx.invitation.deleteMany({ where: { workspaceId } });
  await tx.form.updateMany({
    where: { workspaceId, deletedAt: null },
    data: { deletedAt: ctx.now },
  });
  await tx.webhook.updateMany({
    where: { workspaceId, deletedAt: null },
    data: { deletedAt: ctx.now, ...CLEARED_COLUMNS },
  });
  await tx.turnstileWidget.deleteMany({ where: { workspaceId } });
  // Visitors may still follow links in emails.
  await tx.workspaceBrand.deleteMany({ where: { workspaceId } });
  await tx.workspaceLogo.deleteMany({ where: { workspaceId } });
  // Cascades to the recipients' verification links.
  await tx.recipient.deleteMany({ where: { workspaceId } });
}

async function removeMembers(tx: Db, ctx: Context, userId: string): Promise<void> {
  const { workspaceId } = ctx;
  await tx.user.deleteMany({ where: { id: userId, memberships: { every: { workspaceId } } } });
  const { name } = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
  const members = await tx.membership.findMany({
    where: { workspaceId },
    include: { user: true },
    orderBy: { userId: "asc" },
  });
  await tx.membership.deleteMany({ where: { workspaceId } });
  for (const { user } of members)
    if (user.id !== userId)
      await notifyOfLostAccess(tx, ctx, user, { workspaceName: name, isDeleted: true });
}

/**
 * Finds a workspace for a user who has just lost one. If it was their last, they get an empty one of
 * their own: everyone with an account has a workspace, so signing in always leads somewhere.
 *
 * @returns the workspace's id
 */
export async function ensureWorkspace(tx: Db, userId: string, now: Date): Promise<string> {
  // If a user loses two workspaces at the same moment, the second transaction sees that both are
  // lost.
  await lockInTransaction(tx, `home:${userId}`);
  const left = await tx.membership.findFirst({ where: { userId }, orderBy: LAST_USED_FIRST });
  if (left) return left.workspaceId;
  const { id } = await createOwned(tx, { userId, name: "My workspace" }, now);
  const ctx = mintContext(id, { kind: "system" }, now);
  await recordAudit(tx, ctx, { action: "workspace.created" });
  return id;
}

/**
 * Finds a workspace for a user who lost access to the caller's without leaving it themselves, and emails
 * them about it.
 *
 * @param why - `isDeleted`: the whole workspace is gone
 */
export async function notifyOfLostAccess(
  tx: Db,
  ctx: Context,
  user: { id: string; email: string },
  why: { workspaceName: string; isDeleted: boolean },
): Promise<void> {
  const homeId = await ensureWorkspace(tx, user.id, ctx.now);
  await queueEmail(tx, mintContext(homeId, { kind: "system" }, ctx.now), {
    to: user.email,
    data: { kind: "account", purpose: "access_ended", link: settings().baseUrl, ...why },
  });
}

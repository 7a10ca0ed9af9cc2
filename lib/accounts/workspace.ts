import { z } from "zod";
import { isPasswordRight } from "#lib/accounts/password";
import { WorkspaceName } from "#lib/accounts/schema";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { type Db, db, transaction } from "#lib/db/database";
import { getUsage } from "#lib/usage/get-usage";
import { noticeAllowanceIn } from "#lib/usage/queue-usage-alert";
import { PLAN_ALLOWANCES, PlanName } from "#lib/usage/schema";

export const UpdateWorkspaceInput = z
  .strictObject({ name: WorkspaceName, plan: PlanName })
  .partial();
export type UpdateWorkspaceInput = z.output<typeof UpdateWorkspaceInput>;

/**
 * Renames the workspace or switches its plan; a plan holds from the next message on. Members are mailed
 * at once when the month's messages are 80 % or 100 % of what the new plan allows.
 *
 * @returns whether mail was queued, so that a drain is worth asking for
 */
export async function updateWorkspace(ctx: Context, input: UpdateWorkspaceInput): Promise<boolean> {
  const { name, plan } = input;
  const usage = plan === undefined ? null : await getUsage(ctx);
  return transaction(async (tx) => {
    await tx.workspace.update({
      where: { id: ctx.workspaceId },
      data: {
        ...(name !== undefined ? { name } : {}),
        ...(plan !== undefined ? { plan } : {}),
      },
    });
    if (plan === undefined || !usage) return false;
    return noticeAllowanceIn(tx, ctx, usage.accepted, PLAN_ALLOWANCES[plan]);
  });
}

/** What a workspace holds, in numbers: what is lost with it. */
export type WorkspaceSize = {
  forms: number;
  /** In all folders. */
  messages: number;
  /** Text of messages and files. */
  storageBytes: number;
  recipients: number;
  /** Tokens that work at this moment. */
  tokens: number;
  capturedMails: number;
  members: number;
};

export async function measureWorkspace(ctx: Context): Promise<WorkspaceSize> {
  const { workspaceId } = ctx;
  const [usage, forms, recipients, tokens, capturedMails, members] = await Promise.all([
    getUsage(ctx),
    db().form.count({ where: { workspaceId, deletedAt: null } }),
    db().recipient.count({ where: { workspaceId } }),
    db().token.count({ where: { workspaceId, revokedAt: null, expiresAt: { gt: ctx.now } } }),
    db().capturedEmail.count({ where: { workspaceId } }),
    db().membership.count({ where: { workspaceId } }),
  ]);
  const messages = Object.values(usage.folders).reduce((sum, count) => sum + count, 0);
  const { storageBytes } = usage;
  return { forms, messages, storageBytes, recipients, tokens, capturedMails, members };
}

export const DeleteWorkspaceInput = z.strictObject({
  currentPassword: z.string("must be a string"),
});
export type DeleteWorkspaceInput = z.output<typeof DeleteWorkspaceInput>;

/**
 * Deletes the workspace with all that it holds, and the accounts of members that have no other one.
 * All of it is unreachable when this returns: sessions and tokens are dead, forms take no posts,
 * nothing more is sent. Maintenance then removes the rows and files in batches.
 *
 * @throws {AppError} session_required unless a signed-in member asks; credentials_invalid
 */
export async function deleteWorkspace(ctx: Context, input: DeleteWorkspaceInput): Promise<void> {
  const { actor, workspaceId } = ctx;
  if (actor.kind !== "user") throw new AppError("session_required", "Sign in to continue.");
  const user = await db().user.findUnique({ where: { id: actor.userId } });
  if (!(await isPasswordRight(user?.passwordHash ?? null, input.currentPassword)))
    throw new AppError("credentials_invalid", "The password is incorrect.");
  await transaction(async (tx) => {
    const { count } = await tx.workspace.updateMany({
      where: { id: workspaceId, deletedAt: null },
      data: { deletedAt: ctx.now },
    });
    if (count === 0) throw new AppError("session_required", "Sign in to continue.");
    await closeDoors(tx, ctx);
    await removeMembers(tx, ctx);
  });
}

/** Ends every way in, and every reason to send something. */
async function closeDoors(tx: Db, ctx: Context): Promise<void> {
  const { workspaceId } = ctx;
  await tx.session.deleteMany({ where: { workspaceId } });
  await tx.token.deleteMany({ where: { workspaceId } });
  await tx.form.updateMany({
    where: { workspaceId, deletedAt: null },
    data: { deletedAt: ctx.now },
  });
  await tx.webhook.updateMany({
    where: { workspaceId, deletedAt: null },
    data: { deletedAt: ctx.now, url: "", sealedSecret: null },
  });
  await tx.turnstileWidget.deleteMany({ where: { form: { workspaceId } } });
  // Their links of verification go along.
  await tx.recipient.deleteMany({ where: { workspaceId } });
}

async function removeMembers(tx: Db, { workspaceId }: Context): Promise<void> {
  await tx.user.deleteMany({
    where: {
      memberships: { some: { workspaceId }, every: { workspaceId } },
    },
  });
  await tx.membership.deleteMany({ where: { workspaceId } });
}

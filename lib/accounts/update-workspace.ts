import { z } from "zod";
import { WorkspaceName } from "#lib/accounts/schema";
import type { Context } from "#lib/core/context";
import { transaction } from "#lib/db/database";
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

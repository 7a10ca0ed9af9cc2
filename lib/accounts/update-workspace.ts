import { z } from "zod";
import { WorkspaceName } from "#lib/accounts/schema";
import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { PlanName } from "#lib/usage/schema";

export const UpdateWorkspaceInput = z
  .strictObject({ name: WorkspaceName, plan: PlanName })
  .partial();
export type UpdateWorkspaceInput = z.output<typeof UpdateWorkspaceInput>;

/** Renames the workspace or switches its plan; a plan holds from the next message on. */
export async function updateWorkspace(ctx: Context, input: UpdateWorkspaceInput): Promise<void> {
  await db().workspace.update({
    where: { id: ctx.workspaceId },
    data: {
      ...(input.name !== undefined ? { name: input.name } : {}),
      ...(input.plan !== undefined ? { plan: input.plan } : {}),
    },
  });
}

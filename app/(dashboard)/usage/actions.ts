"use server";

import { refresh } from "next/cache";
import { after } from "next/server";
import type { ActionResult } from "#components/form/action-result";
import { memberAction } from "#components/form/server-action";
import { UpdateWorkspaceInput } from "#lib/accounts/schema";
import { updateWorkspace } from "#lib/accounts/workspace";
import { triggerDrain } from "#lib/clients/drain-trigger";
import { parseInput } from "#lib/http/parse";

export async function switchPlanAction(plan: string): Promise<ActionResult> {
  return memberAction(null, async (ctx) => {
    const isMailQueued = await updateWorkspace(ctx, parseInput(UpdateWorkspaceInput, { plan }));
    if (isMailQueued) after(triggerDrain);
    refresh();
    return { message: "Plan changed." };
  });
}

"use server";

import { refresh } from "next/cache";
import { after } from "next/server";
import type { ActionResult } from "#components/form/action-result";
import { actionResult } from "#components/form/server-action";
import { UpdateWorkspaceInput } from "#lib/accounts/schema";
import { updateWorkspace } from "#lib/accounts/workspace";
import { triggerDrain } from "#lib/clients/drain-trigger";
import { parseInput } from "#lib/http/parse";
import { requireActionContext } from "#lib/session/current-session";

export async function switchPlanAction(plan: string): Promise<ActionResult> {
  return actionResult(null, async () => {
    const ctx = await requireActionContext();
    const isMailQueued = await updateWorkspace(ctx, parseInput(UpdateWorkspaceInput, { plan }));
    if (isMailQueued) after(triggerDrain);
    refresh();
    return { message: "Plan changed." };
  });
}

"use server";

import { refresh } from "next/cache";
import { after } from "next/server";
import { answerForm } from "#components/form/answer-form";
import type { FormState } from "#components/form/form-state";
import { UpdateWorkspaceInput } from "#lib/accounts/schema";
import { updateWorkspace } from "#lib/accounts/workspace";
import { triggerDrain } from "#lib/clients/drain-trigger";
import { parseInput } from "#lib/http/parse";
import { requireActionContext } from "#lib/session/current-session";

export async function switchPlanAction(plan: string): Promise<FormState> {
  return answerForm(null, async () => {
    const ctx = await requireActionContext();
    const isMailQueued = await updateWorkspace(ctx, parseInput(UpdateWorkspaceInput, { plan }));
    if (isMailQueued) after(triggerDrain);
    refresh();
    return { message: "The plan is switched." };
  });
}

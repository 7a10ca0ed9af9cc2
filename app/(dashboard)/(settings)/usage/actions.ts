"use server";

import { refresh } from "next/cache";
import type { ActionResult } from "#components/form/action-result.ts";
import { authenticatedAction } from "#components/form/server-action.ts";
import { UpdateWorkspaceInput } from "#lib/domain/accounts/schema";
import { updateWorkspace } from "#lib/domain/accounts/workspace";
import { releaseHeld } from "#lib/domain/submissions/release-held";
import { parseInput } from "#lib/entry/http/parse";

const RELEASE_MS = 2_000;

export async function switchPlanAction(plan: string): Promise<ActionResult> {
  return authenticatedAction(null, async (ctx) => {
    const _isEmailQueued = await updateWorkspace(ctx, parseInput(UpdateWorkspaceInput, { plan }));
    // Releases most held messages immediately; the job releases the rest.
    const _released = await releaseHeld(null, { budgetMs: RELEASE_MS });
    refresh();
    return { message: "Plan changed." };
  });
}

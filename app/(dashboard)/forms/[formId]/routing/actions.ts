"use server";

import { actionResult, checkedId } from "#components/form/server-action.ts";
import { AppError } from "#lib/core/errors";
import { parseInput } from "#lib/http/parse";
import { previewNotification } from "#lib/notifications/plan-notification";
import { replayRouting } from "#lib/notifications/replay-routing";
import { getRouting, saveRouting } from "#lib/routing/routing";
import { PreviewRoutingInput, ReplayRoutingInput, SaveRoutingInput } from "#lib/routing/schema";
import { requireActionContext } from "#lib/session/current-session";
import { getSubmission } from "#lib/submissions/store";
import { actionOnForm } from "../../form-action";
import { isSameDraft } from "./draft";

/** Never overwrites rules the user hasn't seen: a conflict carries the revision that is saved now. */
export async function saveRoutingAction(formId: string, input: unknown) {
  return actionOnForm(
    formId,
    null,
    async (ctx, id) => {
      const rules = parseInput(SaveRoutingInput, input);
      try {
        return await saveRouting(ctx, id, rules);
      } catch (failure) {
        if (!(failure instanceof AppError && failure.code === "revision_conflict")) throw failure;
        const saved = await getRouting(ctx, id);
        // After a lost response these rules are already saved.
        if (isSameDraft(saved, rules)) return saved;
        throw failure;
      }
    },
    async (ctx, id) => (await getRouting(ctx, id)).revision,
  );
}

export async function previewRoutingAction(formId: string, input: unknown) {
  return actionOnForm(formId, null, async (ctx, id) =>
    previewNotification(ctx, id, parseInput(PreviewRoutingInput, input)),
  );
}

export async function replayRoutingAction(formId: string, input: unknown) {
  return actionOnForm(formId, null, async (ctx, id) =>
    replayRouting(ctx, id, parseInput(ReplayRoutingInput, input)),
  );
}

export async function readSampleAction(submissionId: string) {
  return actionResult(null, async () => {
    const ctx = await requireActionContext();
    return Object.entries((await getSubmission(ctx, checkedId(submissionId))).fields);
  });
}

"use server";

import type { ActionResult } from "#components/form/action-result";
import { actionResult } from "#components/form/server-action";
import { AppError } from "#lib/core/errors";
import { parseInput } from "#lib/http/parse";
import { previewNotification } from "#lib/notifications/plan-notification";
import { replayRouting } from "#lib/notifications/replay-routing";
import { saveRouting } from "#lib/routing/save-routing";
import { PreviewRoutingInput, ReplayRoutingInput, SaveRoutingInput } from "#lib/routing/schema";
import { getRouting } from "#lib/routing/store";
import { requireActionContext } from "#lib/session/current-session";
import { getSubmission } from "#lib/submissions/store";
import { checkedId } from "../../../action-id";
import { isSameDraft, type Preview, type Replay, type Sample, type SavedRouting } from "./draft";

/** Never overwrites rules the user hasn't seen: a conflict carries the revision that is saved now. */
export async function saveRoutingAction(
  formId: string,
  input: unknown,
): Promise<ActionResult<SavedRouting>> {
  const readSaved = async () => getRouting(await requireActionContext(), checkedId(formId));
  return actionResult(
    null,
    async () => {
      const ctx = await requireActionContext();
      const rules = parseInput(SaveRoutingInput, input);
      try {
        return await saveRouting(ctx, checkedId(formId), rules);
      } catch (failure) {
        if (!(failure instanceof AppError && failure.code === "revision_conflict")) throw failure;
        const saved = await readSaved();
        // After a lost response these rules are already saved.
        if (isSameDraft(saved, rules)) return saved;
        throw failure;
      }
    },
    { readRevision: async () => (await readSaved()).revision },
  );
}

export async function previewRoutingAction(
  formId: string,
  input: unknown,
): Promise<ActionResult<Preview>> {
  return actionResult(null, async () =>
    previewNotification(
      await requireActionContext(),
      checkedId(formId),
      parseInput(PreviewRoutingInput, input),
    ),
  );
}

export async function replayRoutingAction(
  formId: string,
  input: unknown,
): Promise<ActionResult<Replay>> {
  return actionResult(null, async () =>
    replayRouting(
      await requireActionContext(),
      checkedId(formId),
      parseInput(ReplayRoutingInput, input),
    ),
  );
}

/** The fields of a message, to try the rules on. */
export async function readSampleAction(submissionId: string): Promise<ActionResult<Sample>> {
  return actionResult(null, async () => {
    const ctx = await requireActionContext();
    return Object.entries((await getSubmission(ctx, checkedId(submissionId))).fields);
  });
}

"use server";

import { toFieldErrors } from "#components/form/answer-form";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { parseInput } from "#lib/http/parse";
import { toAppError } from "#lib/http/respond";
import { previewNotification } from "#lib/notifications/preview-notification";
import { replayRouting } from "#lib/notifications/replay-routing";
import { getRouting } from "#lib/routing/get-routing";
import { saveRouting } from "#lib/routing/save-routing";
import { PreviewRoutingInput, ReplayRoutingInput, SaveRoutingInput } from "#lib/routing/schema";
import { requireActionContext } from "#lib/session/current-session";
import { getSubmission } from "#lib/submissions/get-submission";
import { checkedId } from "../../../action-id";
import type { Answer, Preview, Replay, Sample, SavedRouting } from "./draft";

/** Runs a verb on a draft; what is wrong with it comes back by the path within the draft. */
async function answerDraft<T>(run: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { kind: "done", value: await run() };
  } catch (failure) {
    const error = toAppError(failure, newId());
    const details = (error.details ?? []).map(({ path, message }) => ({
      path: path.replace(/^config\./, ""),
      message,
    }));
    return { kind: "refused", message: error.message, fieldErrors: toFieldErrors(details) };
  }
}

/** Saves over nothing that the author has not seen: a conflict tells the revision that is saved now. */
export async function saveRoutingAction(
  formId: string,
  input: unknown,
): Promise<Answer<SavedRouting> | { kind: "conflict"; revision: string | null }> {
  const ctx = await requireActionContext();
  const answer = await answerDraft(async (): Promise<SavedRouting | null> => {
    try {
      return await saveRouting(ctx, checkedId(formId), parseInput(SaveRoutingInput, input));
    } catch (failure) {
      if (failure instanceof AppError && failure.code === "revision_conflict") return null;
      throw failure;
    }
  });
  if (answer.kind === "refused") return answer;
  if (answer.value) return { kind: "done", value: answer.value };
  return { kind: "conflict", revision: (await getRouting(ctx, formId)).revision };
}

export async function previewRoutingAction(
  formId: string,
  input: unknown,
): Promise<Answer<Preview>> {
  const ctx = await requireActionContext();
  return answerDraft(() =>
    previewNotification(ctx, checkedId(formId), parseInput(PreviewRoutingInput, input)),
  );
}

export async function replayRoutingAction(formId: string, input: unknown): Promise<Answer<Replay>> {
  const ctx = await requireActionContext();
  return answerDraft(() =>
    replayRouting(ctx, checkedId(formId), parseInput(ReplayRoutingInput, input)),
  );
}

/** The fields of a message, to try the rules on. */
export async function readSampleAction(submissionId: string): Promise<Answer<Sample>> {
  const ctx = await requireActionContext();
  return answerDraft(async () =>
    Object.entries((await getSubmission(ctx, checkedId(submissionId))).fields),
  );
}

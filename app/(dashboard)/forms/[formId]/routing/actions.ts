"use server";

import { toPlainSentence } from "#components/form/answer-form";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { parseInput } from "#lib/http/parse";
import { toAppError } from "#lib/http/respond";
import { previewNotification } from "#lib/notifications/plan-notification";
import { replayRouting } from "#lib/notifications/replay-routing";
import { saveRouting } from "#lib/routing/save-routing";
import { PreviewRoutingInput, ReplayRoutingInput, SaveRoutingInput } from "#lib/routing/schema";
import { getRouting } from "#lib/routing/store";
import { requireActionContext } from "#lib/session/current-session";
import { getSubmission } from "#lib/submissions/store";
import { checkedId } from "../../../action-id";
import {
  type Answer,
  isSameDraft,
  type Preview,
  type Replay,
  type Sample,
  type SavedRouting,
} from "./draft";

/** Runs a verb on a draft; what is wrong with it comes back by the path within the draft. */
async function answerDraft<T>(run: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { kind: "done", value: await run() };
  } catch (failure) {
    const error = toAppError(failure, newId());
    return {
      kind: "refused",
      message: toPlainSentence(error),
      problems: (error.details ?? []).map(({ path, message }) => ({
        path: path.replace(/^config\./, ""),
        message,
      })),
      ...(error.code === "session_required" ? { isSignedOut: true } : {}),
    };
  }
}

/** Saves over nothing that the author has not seen: a conflict tells the revision that is saved now. */
export async function saveRoutingAction(
  formId: string,
  input: unknown,
): Promise<Answer<SavedRouting> | { kind: "conflict"; revision: string | null }> {
  const answer = await answerDraft(async () => {
    const ctx = await requireActionContext();
    const rules = parseInput(SaveRoutingInput, input);
    try {
      return { isSaved: true, routing: await saveRouting(ctx, checkedId(formId), rules) };
    } catch (failure) {
      if (!(failure instanceof AppError && failure.code === "revision_conflict")) throw failure;
      const routing = await getRouting(ctx, checkedId(formId));
      // After a lost answer what is saved is what was to be saved.
      return { isSaved: isSameDraft(routing, rules), routing };
    }
  });
  if (answer.kind === "refused") return answer;
  const { isSaved, routing } = answer.value;
  return isSaved
    ? { kind: "done", value: routing }
    : { kind: "conflict", revision: routing.revision };
}

export async function previewRoutingAction(
  formId: string,
  input: unknown,
): Promise<Answer<Preview>> {
  return answerDraft(async () =>
    previewNotification(
      await requireActionContext(),
      checkedId(formId),
      parseInput(PreviewRoutingInput, input),
    ),
  );
}

export async function replayRoutingAction(formId: string, input: unknown): Promise<Answer<Replay>> {
  return answerDraft(async () =>
    replayRouting(
      await requireActionContext(),
      checkedId(formId),
      parseInput(ReplayRoutingInput, input),
    ),
  );
}

/** The fields of a message, to try the rules on. */
export async function readSampleAction(submissionId: string): Promise<Answer<Sample>> {
  return answerDraft(async () => {
    const ctx = await requireActionContext();
    return Object.entries((await getSubmission(ctx, checkedId(submissionId))).fields);
  });
}

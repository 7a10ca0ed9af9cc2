"use server";

import { refresh } from "next/cache";
import { answerForm } from "#components/form/answer-form";
import type { FormState } from "#components/form/form-state";
import { parseInput } from "#lib/http/parse";
import { requireActionContext } from "#lib/session/current-session";
import { deleteSubmission } from "#lib/submissions/delete-submission";
import { UpdateSubmissionInput } from "#lib/submissions/schema";
import { updateSubmission } from "#lib/submissions/update-submission";
import { checkedId } from "../action-id";

/** Moves a message, or changes its read state. */
export async function updateMessageAction(
  submissionId: string,
  change: UpdateSubmissionInput,
): Promise<FormState> {
  return answerForm(null, async () => {
    const ctx = await requireActionContext();
    const input = parseInput(UpdateSubmissionInput, change);
    await updateSubmission(ctx, checkedId(submissionId), input);
    refresh();
    return {};
  });
}

export async function deleteMessageAction(submissionId: string): Promise<FormState> {
  return answerForm(null, async () => {
    const ctx = await requireActionContext();
    await deleteSubmission(ctx, checkedId(submissionId));
    return { message: "1 message deleted." };
  });
}

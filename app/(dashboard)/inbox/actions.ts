"use server";

import { refresh } from "next/cache";
import { after } from "next/server";
import { answerForm } from "#components/form/answer-form";
import type { FormState } from "#components/form/form-state";
import { nudgeOutbox } from "#lib/clients/outbox-nudge";
import { parseInput } from "#lib/http/parse";
import { retryEmail } from "#lib/notifications/retry-email";
import { requireActionContext } from "#lib/session/current-session";
import { deleteSubmission } from "#lib/submissions/delete-submission";
import { RetryEmailInput, UpdateSubmissionInput } from "#lib/submissions/schema";
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

/** @param isAcknowledged - whether the owner knows that the mail may arrive twice */
export async function retryEmailAction(
  submissionId: string,
  deliveryId: string,
  isAcknowledged: boolean,
): Promise<FormState> {
  return answerForm(null, async () => {
    const ctx = await requireActionContext();
    const input = parseInput(RetryEmailInput, { acknowledgePossibleDuplicate: isAcknowledged });
    const { message } = await retryEmail(ctx, submissionId, deliveryId, input);
    after(nudgeOutbox);
    refresh();
    return { message };
  });
}

export async function deleteMessageAction(submissionId: string): Promise<FormState> {
  return answerForm(null, async () => {
    const ctx = await requireActionContext();
    await deleteSubmission(ctx, checkedId(submissionId));
    return { message: "1 message deleted." };
  });
}

"use server";

import { unstable_rethrow } from "next/navigation";
import { after } from "next/server";
import { answerForm, toPlainSentence } from "#components/form/answer-form";
import type { FormState } from "#components/form/form-state";
import { triggerDrain } from "#lib/clients/drain-trigger";
import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { parseInput } from "#lib/http/parse";
import { toAppError } from "#lib/http/respond";
import { retryEmail } from "#lib/notifications/retry-email";
import { requireActionContext } from "#lib/session/current-session";
import { measureSubmissions } from "#lib/submissions/count-submissions";
import {
  type ExportPlan,
  MessageIds,
  type MessageState,
  RestoreMessagesInput,
} from "#lib/submissions/inbox-schema";
import { listMatching } from "#lib/submissions/list-matching";
import { markNotSpam, requeueCancelled } from "#lib/submissions/mark-not-spam";
import { planExport } from "#lib/submissions/plan-export";
import {
  MarkNotSpamInput,
  RetryEmailInput,
  SubmissionFilter,
  UpdateSubmissionInput,
} from "#lib/submissions/schema";
import { restoreSubmissions, updateSubmissions } from "#lib/submissions/update-submissions";
import { checkedId } from "../action-id";

/** What the inbox gets from an action: a value, or one sentence that says why not. */
export type Answer<T> = { value: T; refusal: null } | { value: null; refusal: string };

async function answer<T>(run: (ctx: Context) => Promise<T>): Promise<Answer<T>> {
  try {
    return { value: await run(await requireActionContext()), refusal: null };
  } catch (failure) {
    unstable_rethrow(failure);
    return { value: null, refusal: toPlainSentence(toAppError(failure, newId())) };
  }
}

/** `doneAt`: the service's time after the change; `cancelled`: whose mail was stopped by it. */
export type Changed = { doneAt: number; cancelled: string[] };

/** Moves messages, or changes their read state. */
export async function changeMessagesAction(
  ids: readonly string[],
  change: UpdateSubmissionInput,
): Promise<Answer<Changed>> {
  return answer(async (ctx) => {
    const input = parseInput(UpdateSubmissionInput, change);
    const { cancelled } = await updateSubmissions(ctx, parseInput(MessageIds, ids), input);
    return { doneAt: Date.now(), cancelled };
  });
}

/**
 * Takes a change back.
 *
 * @param cancelled - messages whose mail the change stopped: it is sent after all
 */
export async function restoreMessagesAction(
  states: readonly MessageState[],
  cancelled: readonly string[],
): Promise<Answer<Changed>> {
  return answer(async (ctx) => {
    const stopped = cancelled.length > 0 ? parseInput(MessageIds, cancelled) : [];
    await restoreSubmissions(ctx, parseInput(RestoreMessagesInput, states));
    if (stopped.length > 0) {
      await requeueCancelled(ctx, stopped);
      after(triggerDrain);
    }
    return { doneAt: Date.now(), cancelled: [] };
  });
}

/** Takes a message out of spam and sends what was withheld of it. */
export async function releaseMessageAction(
  submissionId: string,
  input: MarkNotSpamInput,
): Promise<Answer<{ doneAt: number; message: string }>> {
  return answer(async (ctx) => {
    const { mailed, event } = await markNotSpam(
      ctx,
      checkedId(submissionId),
      parseInput(MarkNotSpamInput, input),
    );
    after(triggerDrain);
    const mail = mailed.length > 0 ? "the mail" : null;
    const sent = [mail, event === "queued" ? "the webhook event" : null].filter(Boolean);
    const message =
      sent.length > 0
        ? `Not spam: ${sent.join(" and ")} will be sent in a moment.`
        : "Not spam. Nothing was left to be sent.";
    return { doneAt: Date.now(), message };
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
    after(triggerDrain);
    return { message };
  });
}

/** What would be lost if these were deleted. */
export async function measureMessagesAction(ids: readonly string[]) {
  return answer((ctx) => measureSubmissions(ctx, parseInput(MessageIds, ids)));
}

/** All that match, to be chosen as if each had been ticked. */
export async function chooseMatchingAction(filter: SubmissionFilter) {
  return answer((ctx) => listMatching(ctx, parseInput(SubmissionFilter, filter)));
}

export async function planExportAction(filter: SubmissionFilter): Promise<Answer<ExportPlan>> {
  return answer((ctx) => planExport(ctx, parseInput(SubmissionFilter, filter)));
}

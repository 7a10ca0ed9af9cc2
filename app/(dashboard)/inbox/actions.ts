"use server";

import type { ActionResult } from "#components/form/action-result.ts";
import { authenticatedAction, checkedId } from "#components/form/server-action.ts";
import { describeNotSpam } from "#components/inbox/descriptions.ts";
import { addSender, removeSender } from "#lib/domain/forms/spam/protection";
import { SenderInput } from "#lib/domain/forms/spam/schema";
import { planExport } from "#lib/domain/submissions/export/export-submissions";
import { measureSubmissions } from "#lib/domain/submissions/inbox/count-submissions";
import {
  InboxFilter,
  MessageIds,
  type MessageState,
  RestoreMessagesInput,
} from "#lib/domain/submissions/inbox/inbox-schema";
import { listFromSender, listMatching } from "#lib/domain/submissions/inbox/select-messages";
import { markNotSpam, requeueCancelled } from "#lib/domain/submissions/mark-not-spam";
import { restoreSubmissions } from "#lib/domain/submissions/restore-submissions";
import { MarkNotSpamInput, UpdateSubmissionInput } from "#lib/domain/submissions/update-schema";
import { updateSubmissions } from "#lib/domain/submissions/update-submissions";
import { parseInput } from "#lib/entry/http/parse";

/** `cancelled`: messages whose queued email it cancelled. `waited`: those that waited for confirmation. */
export type ChangeOutcome = { cancelled: readonly string[]; waited: readonly string[] };

export async function updateMessagesAction(
  ids: readonly string[],
  update: UpdateSubmissionInput,
): Promise<ActionResult<ChangeOutcome>> {
  return authenticatedAction(null, async (ctx) => {
    const input = parseInput(UpdateSubmissionInput, update);
    const changed = await updateSubmissions(ctx, parseInput(MessageIds, ids), input);
    return { cancelled: changed.cancelled, waited: changed.waited };
  });
}

/**
 * Undoes an update.
 *
 * @param cancelled - messages whose email the update cancelled; it is queued again
 * @param waited - messages that waited for confirmation; they wait again
 */
export async function restoreMessagesAction(
  states: readonly MessageState[],
  cancelled: readonly string[],
  waited: readonly string[],
): Promise<ActionResult> {
  return authenticatedAction(null, async (ctx) => {
    const idsOf = (given: readonly string[]) =>
      given.length > 0 ? parseInput(MessageIds, given) : [];
    await restoreSubmissions(ctx, parseInput(RestoreMessagesInput, states), idsOf(waited));
    if (cancelled.length > 0) await requeueCancelled(ctx, idsOf(cancelled));
    return {};
  });
}

export async function markNotSpamAction(
  submissionId: string,
  input: MarkNotSpamInput,
): Promise<ActionResult<{ message: string }>> {
  return authenticatedAction(null, async (ctx) => {
    const outcome = await markNotSpam(
      ctx,
      checkedId(submissionId),
      parseInput(MarkNotSpamInput, input),
    );
    return { message: describeNotSpam(outcome) };
  });
}

export async function measureMessagesAction(ids: readonly string[]) {
  return authenticatedAction(null, (ctx) => measureSubmissions(ctx, parseInput(MessageIds, ids)));
}

export async function listMatchingAction(filter: InboxFilter) {
  return authenticatedAction(null, (ctx) => listMatching(ctx, parseInput(InboxFilter, filter)));
}

export async function listFromSenderAction(entry: string) {
  return authenticatedAction(null, (ctx) =>
    listFromSender(ctx, parseInput(SenderInput, { entry }).entry),
  );
}

export async function blockSenderAction(entry: string): Promise<ActionResult<{ isNew: boolean }>> {
  return authenticatedAction(null, async (ctx) => ({
    isNew: await addSender(ctx, "blocked", parseInput(SenderInput, { entry }).entry),
  }));
}

export async function unblockSenderAction(entry: string): Promise<ActionResult> {
  return authenticatedAction(null, async (ctx) => {
    const blocked = parseInput(SenderInput, { entry });
    await removeSender(ctx, "blocked", blocked.entry);
    return { message: `Unblocked ${blocked.entry}. New messages arrive in the inbox.` };
  });
}

export async function planExportAction(filter: InboxFilter) {
  return authenticatedAction(null, (ctx) => planExport(ctx, parseInput(InboxFilter, filter)));
}

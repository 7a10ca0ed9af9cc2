import type { QueryClient } from "@tanstack/react-query";
import { type ToastAction, toast } from "#components/ui/toast.ts";
import type { InboxMessage } from "#lib/domain/submissions/inbox/inbox-schema";
import type { SelectedMessage } from "#lib/domain/submissions/inbox/select-messages";
import { describeFailure, requireValue } from "../action-value";
import { markNotSpamAction, unblockSenderAction } from "../actions";
import { messageOptions } from "../queries";
import { sendChanges } from "../send-changes";
import { patchOf, toChange } from "./update-messages";

/** Sends a message's suppressed deliveries, and takes it out of spam if it's there. */
export async function sendSuppressed(client: QueryClient, message: SelectedMessage): Promise<void> {
  const folder = message.folder === "archive" ? "archive" : "inbox";
  try {
    const outcome = await requireValue(() =>
      markNotSpamAction(message.id, { folder, email: true, event: true }),
    );
    toast(outcome.message, undefined, unblockOffers(message));
    if (message.folder === "spam")
      await sendChanges(
        client,
        [toChange(message, patchOf(message, { folder }))],
        async () => outcome,
      );
  } catch (failure) {
    toast(describeFailure(failure));
  }
  await client.refetchQueries({ queryKey: messageOptions(message.id).queryKey });
}

export async function unblockSender(
  entry: string,
  nextSteps: readonly ToastAction[] = [],
): Promise<void> {
  try {
    const { message } = await requireValue(() => unblockSenderAction(entry));
    if (message) toast(message, undefined, nextSteps);
  } catch (failure) {
    toast(describeFailure(failure));
  }
}

/** Returns whether anything can be sent now: a suspended webhook gets no events. */
export function canSend(suppressed: InboxMessage["suppressed"]): boolean {
  return suppressed?.email != null || suppressed?.event?.isSuspended === false;
}

export function sendLabel(suppressed: InboxMessage["suppressed"]): string {
  const isSending = suppressed?.event?.isSuspended === false;
  const names = [suppressed?.email ? "email" : null, isSending ? "event" : null];
  return `Send the ${names.filter(Boolean).join(" and ")}`;
}

/**
 * The next steps for a message that is being taken out of spam: sending its email and event, and
 * unblocking the sender. Each is offered again after the other.
 */
export function notSpamOffers(client: QueryClient, message: SelectedMessage): ToastAction[] {
  const afterUnblocking = sendOffers(client, { ...message, spamReason: null });
  return [...sendOffers(client, message), ...unblockOffers(message, afterUnblocking)];
}

function sendOffers(client: QueryClient, message: SelectedMessage): ToastAction[] {
  const opened = client.getQueryData(messageOptions(message.id).queryKey);
  if (opened && !canSend(opened.suppressed)) return [];
  return [
    {
      label: opened ? sendLabel(opened.suppressed) : "Send notifications",
      run: () => void sendSuppressed(client, { ...message, folder: "inbox" }),
    },
  ];
}

function unblockOffers(
  { spamReason, spamMatch }: SelectedMessage,
  nextSteps?: readonly ToastAction[],
): ToastAction[] {
  if (spamReason !== "blocked_sender" || spamMatch === null) return [];
  return [{ label: "Unblock sender", run: () => void unblockSender(spamMatch, nextSteps) }];
}

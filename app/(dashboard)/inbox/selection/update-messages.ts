import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { ActionResult } from "#components/form/action-result";
import { dismissToast, type ToastAction, toast } from "#components/ui/toast";
import type { InboxMessage, MessageState } from "#lib/submissions/inbox-schema";
import type { SelectedMessage } from "#lib/submissions/list-submissions";
import type { UpdateSubmissionInput } from "#lib/submissions/schema";
import {
  type ChangeOutcome,
  markNotSpamAction,
  restoreMessagesAction,
  unblockSenderAction,
  updateMessagesAction,
} from "../actions";
import { applyChanges, type MessageChange, type MessagePatch } from "../optimistic-updates";
import { callAction, messageOf, messageOptions } from "../queries";

/** The most messages that the service changes in one request. */
const CHUNK_SIZE = 500;

export function chunksOf<T>(items: readonly T[]): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += CHUNK_SIZE)
    chunks.push(items.slice(start, start + CHUNK_SIZE));
  return chunks;
}

export function toChange(message: SelectedMessage, to: MessagePatch): MessageChange {
  const { id, formId, folder, read, spamReason } = message;
  return { id, formId, from: { folder, read, spamReason }, to };
}

/** What an update makes of a message. */
function patchOf(message: SelectedMessage, { folder, read }: UpdateSubmissionInput): MessagePatch {
  const patch: MessagePatch = read === undefined ? {} : { read };
  if (folder === undefined) return patch;
  const isStillSpam = folder === "spam" && message.folder === "spam";
  const spamReason = isStillSpam ? message.spamReason : folder === "spam" ? "manual" : null;
  return { ...patch, folder, spamReason };
}

type Sent = Awaited<ReturnType<typeof send>>;

/** Shows changes at once and sends them chunk by chunk. A chunk that fails is rolled back. */
async function send(
  client: QueryClient,
  messages: readonly SelectedMessage[],
  changeOf: (message: SelectedMessage) => MessageChange,
  run: (chunk: readonly SelectedMessage[]) => Promise<ActionResult<ChangeOutcome>>,
) {
  const chunks = chunksOf(messages);
  const results = await Promise.allSettled(
    chunks.map((chunk) =>
      applyChanges(client, chunk.map(changeOf), () => callAction(() => run(chunk)), {
        scope: "updates",
      }),
    ),
  );
  const failed = results.find((result) => result.status === "rejected");
  return {
    done: chunks.filter((_, at) => results[at]?.status === "fulfilled").flat(),
    cancelled: results.flatMap((result) =>
      result.status === "fulfilled" ? result.value.cancelled : [],
    ),
    error: failed ? messageOf(failed.reason) : null,
  };
}

/**
 * Moves messages or marks them read or unread.
 *
 * @param done - what a toast with Undo says; null shows no toast
 * @param nextStep - offered in the toast; runs once the update has been made
 */
export async function updateMessages(
  client: QueryClient,
  messages: readonly SelectedMessage[],
  update: UpdateSubmissionInput,
  done: string | null,
  nextStep?: ToastAction,
): Promise<void> {
  if (messages.length === 0) return;
  const sending = send(
    client,
    messages,
    (one) => toChange(one, patchOf(one, update)),
    (chunk) =>
      updateMessagesAction(
        chunk.map(({ id }) => id),
        update,
      ),
  );
  const undo = { label: "Undo", run: () => void undoUpdate(client, sending, update) };
  const offer = nextStep && {
    label: nextStep.label,
    run: () => void sending.then(({ error }) => error ?? nextStep.run()),
  };
  const toastId = done === null ? null : toast(done, undo, offer);
  const { error } = await sending;
  if (error === null) return;
  if (toastId !== null) dismissToast(toastId);
  toast(error);
}

async function undoUpdate(
  client: QueryClient,
  sending: Promise<Sent>,
  update: UpdateSubmissionInput,
): Promise<void> {
  const { done, cancelled } = await sending;
  const { error } = await send(
    client,
    done,
    (one) => {
      const { from, ...change } = toChange(one, {});
      return { ...change, from: { ...from, ...patchOf(one, update) }, to: from };
    },
    (chunk) => {
      const states = chunk.map(
        ({ id, folder, read, spamReason }): MessageState => ({ id, folder, read, spamReason }),
      );
      const ids = new Set(chunk.map(({ id }) => id));
      return restoreMessagesAction(
        states,
        cancelled.filter((id) => ids.has(id)),
      );
    },
  );
  if (error !== null) toast(error);
}

/** Marks a message read when it opens. */
export function useMarkRead(openId: string | null, message: SelectedMessage | null): void {
  const client = useQueryClient();
  const isLoaded = message !== null && message.id === openId;
  const markRead = useEffectEvent(() => {
    if (message && !message.read) void updateMessages(client, [message], { read: true }, null);
  });
  useEffect(() => {
    if (openId !== null && isLoaded) markRead();
  }, [openId, isLoaded]);
}

/** Sends a message's suppressed deliveries, and takes it out of spam if it's there. */
export async function sendSuppressed(client: QueryClient, message: SelectedMessage): Promise<void> {
  const folder = message.folder === "archive" ? "archive" : "inbox";
  try {
    const outcome = await callAction(() =>
      markNotSpamAction(message.id, { folder, email: true, event: true }),
    );
    toast(outcome.message, undefined, unblockOffer(message));
    if (message.folder === "spam")
      await applyChanges(
        client,
        [toChange(message, patchOf(message, { folder }))],
        async () => outcome,
      );
  } catch (failure) {
    toast(messageOf(failure));
  }
  await client.refetchQueries({ queryKey: messageOptions(message.id).queryKey });
}

/** Takes the sender off the block list, and says so. */
export async function unblockSender(entry: string): Promise<void> {
  try {
    const { message } = await callAction(() => unblockSenderAction(entry));
    if (message) toast(message);
  } catch (failure) {
    toast(messageOf(failure));
  }
}

/** Offers to unblock the sender of a message that is being taken out of spam, if they're blocked. */
export function unblockOffer({ spamReason, spamMatch }: SelectedMessage): ToastAction | undefined {
  if (spamReason !== "blocked_sender" || spamMatch === null) return undefined;
  return { label: "Unblock sender", run: () => void unblockSender(spamMatch) };
}

/** The button that sends a message's suppressed deliveries. */
export function sendLabel(suppressed: InboxMessage["suppressed"]): string {
  const names = [suppressed?.email ? "email" : null, suppressed?.event ? "event" : null];
  return `Send the ${names.filter(Boolean).join(" and ")}`;
}

/** Offers to send a message's suppressed deliveries, if there are any. */
export function suppressedOffer(
  client: QueryClient,
  message: SelectedMessage,
): ToastAction | undefined {
  const opened = client.getQueryData(messageOptions(message.id).queryKey);
  if (opened?.suppressed === null) return undefined;
  return {
    label: opened ? sendLabel(opened.suppressed) : "Send what was held back",
    run: () => void sendSuppressed(client, { ...message, folder: "inbox", spamReason: null }),
  };
}

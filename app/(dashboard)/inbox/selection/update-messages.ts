import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { ActionResult } from "#components/form/action-result.ts";
import { dropUndo, type ToastAction, toast, type Undo } from "#components/ui/toast.ts";
import type { InboxMessage, MessageState } from "#lib/domain/submissions/inbox/inbox-schema";
import type { SelectedMessage } from "#lib/domain/submissions/inbox/list-submissions";
import type { UpdateSubmissionInput } from "#lib/domain/submissions/schema";
import { type ChangeOutcome, restoreMessagesAction, updateMessagesAction } from "../actions";
import { applyChanges, type MessageChange, type MessagePatch } from "../optimistic-updates";
import { callAction, messageOf } from "../queries";

/** The state of the open message that changes need. */
export function toSelected({ message, spamMatch }: InboxMessage): SelectedMessage {
  return { ...message, spamMatch, attachmentCount: message.attachments.length };
}

export function toChange(message: SelectedMessage, to: MessagePatch): MessageChange {
  const { id, formId, folder, read, spamReason } = message;
  return { id, formId, from: { folder, read, spamReason }, to };
}

export function patchOf(
  message: SelectedMessage,
  { folder, read }: UpdateSubmissionInput,
): MessagePatch {
  const patch: MessagePatch = read === undefined ? {} : { read };
  if (folder === undefined) return patch;
  const isStillSpam = folder === "spam" && message.folder === "spam";
  const spamReason = isStillSpam ? message.spamReason : folder === "spam" ? "manual" : null;
  return { ...patch, folder, spamReason };
}

type Sent = Awaited<ReturnType<typeof send>>;

/** Shows changes immediately, sends them, and rolls them back if that fails. */
async function send(
  client: QueryClient,
  messages: readonly SelectedMessage[],
  changeOf: (message: SelectedMessage) => MessageChange,
  run: () => Promise<ActionResult<ChangeOutcome>>,
) {
  try {
    const { cancelled, waited = [] } = await applyChanges(
      client,
      messages.map(changeOf),
      () => callAction(run),
      "updates",
    );
    return { cancelled, waited, error: null };
  } catch (failure) {
    return { cancelled: [], waited: [], error: messageOf(failure) };
  }
}

type UpdateOptions = {
  /** Offered in the toast; each runs once the update has been made. */
  nextSteps?: readonly ToastAction[];
  /** Runs with Undo: reverses the rest of the update. */
  alsoUndo?: (() => void) | undefined;
  /** Combines repeated updates of one kind in one toast. */
  counted?: Undo["counted"];
};

/**
 * Moves messages or marks them read or unread.
 *
 * @param done - the text of a toast with Undo; null shows no toast
 * @returns whether it was made; a toast shows why not
 */
export async function updateMessages(
  client: QueryClient,
  messages: readonly SelectedMessage[],
  update: UpdateSubmissionInput,
  done: string | null,
  { nextSteps = [], alsoUndo, counted }: UpdateOptions = {},
): Promise<boolean> {
  if (messages.length === 0) return true;
  const sending = send(
    client,
    messages,
    (one) => toChange(one, patchOf(one, update)),
    () =>
      updateMessagesAction(
        messages.map(({ id }) => id),
        update,
      ),
  );
  const undo: Undo = {
    label: "Undo",
    run: () => {
      alsoUndo?.();
      void undoUpdate(client, messages, sending, update);
    },
    ...(counted ? { counted } : {}),
  };
  const offers = nextSteps.map(({ label, run }) => ({
    label,
    run: () => void sending.then(({ error }) => error ?? run()),
  }));
  if (done !== null) toast(done, undo, offers);
  const { error } = await sending;
  if (error === null) return true;
  dropUndo(undo);
  toast(error);
  return false;
}

async function undoUpdate(
  client: QueryClient,
  messages: readonly SelectedMessage[],
  sending: Promise<Sent>,
  update: UpdateSubmissionInput,
): Promise<void> {
  const { cancelled, waited, error } = await sending;
  if (error !== null) return;
  const undone = await send(
    client,
    messages,
    (one) => {
      const { from, ...change } = toChange(one, {});
      return { ...change, from: { ...from, ...patchOf(one, update) }, to: from };
    },
    () => {
      const states = messages.map(
        ({ id, folder, read, spamReason }): MessageState => ({ id, folder, read, spamReason }),
      );
      return restoreMessagesAction(states, cancelled, waited);
    },
  );
  if (undone.error !== null) toast(undone.error);
}

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

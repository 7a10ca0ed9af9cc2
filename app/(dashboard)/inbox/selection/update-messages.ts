import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { dropUndo, type ToastAction, toast, type Undo } from "#components/ui/toast.ts";
import type { InboxMessage, MessageState } from "#lib/domain/submissions/inbox/inbox-schema";
import type { SelectedMessage } from "#lib/domain/submissions/inbox/select-messages";
import type { UpdateSubmissionInput } from "#lib/domain/submissions/update-schema";
import { describeFailure, requireValue } from "../action-value";
import { type ChangeOutcome, restoreMessagesAction, updateMessagesAction } from "../actions";
import type { MessageChange, MessagePatch } from "../changes";
import { sendChanges } from "../send-changes";

/** The state of the open message that changes need. */
export function toSelected({ message, spamMatch }: InboxMessage): SelectedMessage {
  return { ...message, spamMatch, attachmentCount: message.attachments.length };
}

export function toChange(message: SelectedMessage, to: MessagePatch): MessageChange {
  const { id, formId, folder, read, spamReason, suspected } = message;
  const { answeredAt, answeredBy, assignee } = message;
  const worked = { answeredAt, answeredBy, assignee };
  return { id, formId, from: { folder, read, spamReason, suspected, ...worked }, to };
}

export function patchOf(
  message: SelectedMessage,
  { folder, read, suspected }: UpdateSubmissionInput,
): MessagePatch {
  const patch: MessagePatch = {
    ...(read === undefined ? {} : { read }),
    ...(suspected === undefined ? {} : { suspected }),
  };
  if (folder === undefined) return patch;
  const isStillSpam = folder === "spam" && message.folder === "spam";
  // A move into spam or out of it is someone's decision.
  if ((folder === "spam") !== (message.folder === "spam")) patch.suspected = false;
  const spamReason = isStillSpam ? message.spamReason : folder === "spam" ? "manual" : null;
  return { ...patch, folder, spamReason };
}

/** The scope of updates, which are sent one after the other. */
const UPDATES = "updates";

/** The data of an update that Undo needs, or the reason that the update failed. */
type Sent = ChangeOutcome | { error: string };

async function sendUpdate(
  client: QueryClient,
  messages: readonly SelectedMessage[],
  update: UpdateSubmissionInput,
  shown: MessagePatch,
): Promise<Sent> {
  const changes = messages.map((one) => toChange(one, { ...patchOf(one, update), ...shown }));
  const ids = messages.map(({ id }) => id);
  try {
    const send = () => requireValue(() => updateMessagesAction(ids, update));
    return await sendChanges(client, changes, send, UPDATES);
  } catch (failure) {
    return { error: describeFailure(failure) };
  }
}

type UpdateOptions = {
  /** Offered in the toast; each runs once the update has been made. */
  nextSteps?: readonly ToastAction[];
  /** Runs with Undo: reverses the rest of the update. */
  alsoUndo?: (() => void) | undefined;
  /**
   * The changes that the update makes to a message, apart from its folder, read state, and mark.
   */
  shown?: MessagePatch;
  /** Combines repeated updates of one kind in one toast. */
  counted?: Undo["counted"];
};

/**
 * Moves messages, marks them read, unread, or answered, or assigns them.
 *
 * @param done - the text of a toast with Undo; null shows no toast
 * @returns whether it was made; a toast shows why not
 */
export async function updateMessages(
  client: QueryClient,
  messages: readonly SelectedMessage[],
  update: UpdateSubmissionInput,
  done: string | null,
  { nextSteps = [], alsoUndo, shown = {}, counted }: UpdateOptions = {},
): Promise<boolean> {
  if (messages.length === 0) return true;
  const sending = sendUpdate(client, messages, update, shown);
  const undo: Undo = {
    label: "Undo",
    run: () => {
      alsoUndo?.();
      void undoUpdate(client, messages, sending, { ...update, shown });
    },
    ...(counted ? { counted } : {}),
  };
  const offers = nextSteps.map(({ label, run }) => ({
    label,
    run: () => void sending.then((sent) => "error" in sent || run()),
  }));
  if (done !== null) toast(done, undo, offers);
  const sent = await sending;
  if (!("error" in sent)) return true;
  dropUndo(undo);
  toast(sent.error);
  return false;
}

async function undoUpdate(
  client: QueryClient,
  messages: readonly SelectedMessage[],
  sending: Promise<Sent>,
  { shown, ...update }: UpdateSubmissionInput & { shown: MessagePatch },
): Promise<void> {
  const sent = await sending;
  if ("error" in sent) return;
  const { cancelled, waited } = sent;
  const changes = messages.map((one): MessageChange => {
    const { id, formId, from } = toChange(one, {});
    return { id, formId, from: { ...from, ...patchOf(one, update), ...shown }, to: from };
  });
  const states = messages.map((one): MessageState => ({ id: one.id, ...toChange(one, {}).from }));
  try {
    const send = () => requireValue(() => restoreMessagesAction(states, cancelled, waited));
    await sendChanges(client, changes, send, UPDATES);
  } catch (failure) {
    toast(describeFailure(failure));
  }
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

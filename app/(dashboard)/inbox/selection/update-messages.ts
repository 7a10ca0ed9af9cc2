import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { ActionResult } from "#components/form/action-result.ts";
import { type ToastAction, toast, type Undo } from "#components/ui/toast.ts";
import { dropUndo } from "#components/ui/undo.ts";
import type { MessageState, UpdateMessagesInput } from "#lib/submissions/inbox-schema";
import type { SelectedMessage } from "#lib/submissions/list-submissions";
import { type ChangeOutcome, restoreMessagesAction, updateMessagesAction } from "../actions";
import { applyChanges, type MessageChange, type MessagePatch } from "../optimistic-updates";
import { callAction, messageOf } from "../queries";

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

/** The effect of an update on a message. */
export function patchOf(
  message: SelectedMessage,
  { folder, read }: UpdateMessagesInput,
): MessagePatch {
  const patch: MessagePatch = read === undefined ? {} : { read };
  if (folder === undefined) return patch;
  const isStillSpam = folder === "spam" && message.folder === "spam";
  const spamReason = isStillSpam ? message.spamReason : folder === "spam" ? "manual" : null;
  return { ...patch, folder, spamReason };
}

type Sent = Awaited<ReturnType<typeof send>>;

/** Shows changes immediately and sends them chunk by chunk. A chunk that fails is rolled back. */
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
    waited: results.flatMap((result) =>
      result.status === "fulfilled" ? (result.value.waited ?? []) : [],
    ),
    error: failed ? messageOf(failed.reason) : null,
  };
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
  update: UpdateMessagesInput,
  done: string | null,
  { nextSteps = [], alsoUndo, counted }: UpdateOptions = {},
): Promise<boolean> {
  if (messages.length === 0) return true;
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
  const undo: Undo = {
    label: "Undo",
    run: () => {
      alsoUndo?.();
      void undoUpdate(client, sending, update);
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
  sending: Promise<Sent>,
  update: UpdateMessagesInput,
): Promise<void> {
  const { done, cancelled, waited } = await sending;
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
      const inChunk = (all: readonly string[]) => all.filter((id) => ids.has(id));
      return restoreMessagesAction(states, inChunk(cancelled), inChunk(waited));
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

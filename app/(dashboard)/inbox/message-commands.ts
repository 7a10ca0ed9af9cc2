import {
  confirmChanges,
  type Mark,
  recordChanges,
  revokeChanges,
} from "#components/inbox/change-log";
import { dismissToast, type Offer, toast } from "#components/ui/toast";
import type { MessageState } from "#lib/submissions/inbox-schema";
import type { ChosenMessage } from "#lib/submissions/list-matching";
import type { UpdateSubmissionInput } from "#lib/submissions/schema";
import { type Answer, type Changed, changeMessagesAction, restoreMessagesAction } from "./actions";

/** As many as the service takes in one step. */
const CHUNK = 500;
const NO_ANSWER = "The service could not be reached. Nothing was changed.";

export function markOf({ folder, read, spamReason }: ChosenMessage): Mark {
  return { folder, read, spamReason, isDeleted: false };
}

export function chunksOf<T>(items: readonly T[]): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += CHUNK)
    chunks.push(items.slice(start, start + CHUNK));
  return chunks;
}

/** What the service makes of a message that is changed so. */
function markAfter(from: Mark, { folder, read }: UpdateSubmissionInput): Partial<Mark> {
  const isNewInSpam = folder === "spam" && from.folder !== "spam";
  return {
    ...(read === undefined ? {} : { read }),
    ...(folder === undefined ? {} : { folder }),
    ...(isNewInSpam ? { spamReason: "manual" } : {}),
    ...(folder !== undefined && folder !== "spam" ? { spamReason: null } : {}),
  };
}

type Sent = { done: ChosenMessage[]; cancelled: string[]; refusal: string | null };

/** Shows a change at once and asks the service for it, chunk by chunk; what it refuses is taken back. */
async function send(
  messages: readonly ChosenMessage[],
  toOf: (message: ChosenMessage) => Partial<Mark>,
  fromOf: (message: ChosenMessage) => Mark,
  run: (chunk: readonly ChosenMessage[]) => Promise<Answer<Changed>>,
): Promise<Sent> {
  const chunks = chunksOf(messages).map((chunk) => ({
    chunk,
    keys: recordChanges(
      chunk.map((one) => ({ id: one.id, formId: one.formId, from: fromOf(one), to: toOf(one) })),
    ),
  }));
  const sent: Sent = { done: [], cancelled: [], refusal: null };
  for (const { chunk, keys } of chunks) {
    const { value, refusal } = await run(chunk).catch(() => ({ value: null, refusal: NO_ANSWER }));
    if (value) {
      confirmChanges(keys, value.doneAt);
      sent.done.push(...chunk);
      sent.cancelled.push(...value.cancelled);
    } else {
      revokeChanges(keys);
      sent.refusal = refusal;
    }
  }
  return sent;
}

/**
 * Moves messages or changes their read state, at once for the eye.
 *
 * @param said - what a toast says of it, with an Undo; null: nothing, for it is nothing to speak of
 * @param offerNext - what may be done once the service has made the change
 */
export async function changeMessages(
  messages: readonly ChosenMessage[],
  change: UpdateSubmissionInput,
  said: string | null,
  offerNext?: Offer,
): Promise<void> {
  if (messages.length === 0) return;
  const sending = send(
    messages,
    (one) => markAfter(markOf(one), change),
    markOf,
    (chunk) =>
      changeMessagesAction(
        chunk.map(({ id }) => id),
        change,
      ),
  );
  const undo = { label: "Undo", run: () => void takeBack(sending, change) };
  const offer = offerNext && {
    label: offerNext.label,
    run: () => void sending.then(({ refusal }) => refusal ?? offerNext.run()),
  };
  const toastId = said === null ? null : toast(said, undo, offer);
  const { refusal } = await sending;
  if (refusal === null) return;
  if (toastId !== null) dismissToast(toastId);
  toast(refusal);
}

async function takeBack(sending: Promise<Sent>, change: UpdateSubmissionInput): Promise<void> {
  const { done, cancelled } = await sending;
  const stateOf = ({ id, folder, read, spamReason }: ChosenMessage): MessageState => ({
    id,
    folder,
    read,
    spamReason,
  });
  const { refusal } = await send(
    done,
    markOf,
    (one) => ({ ...markOf(one), ...markAfter(markOf(one), change) }),
    (chunk) => {
      const ids = new Set(chunk.map(({ id }) => id));
      const stopped = cancelled.filter((id) => ids.has(id));
      return restoreMessagesAction(chunk.map(stateOf), stopped);
    },
  );
  if (refusal !== null) toast(refusal);
}

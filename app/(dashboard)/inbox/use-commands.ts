import { useState } from "react";
import { type ChangesById, markedNow } from "#components/inbox/marks";
import { openedMessage } from "#components/inbox/message-cache";
import { toast } from "#components/ui/toast";
import { countOf } from "#lib/core/count";
import type { ChosenMessage } from "#lib/submissions/list-matching";
import type { Folder } from "#lib/submissions/schema";
import type { InboxQuery } from "./inbox-href";
import { loadDeletions, loadRelease } from "./later";
import { changeMessages } from "./message-commands";
import type { Choice } from "./use-choice";
import type { InboxList } from "./use-list";
import type { Reading } from "./use-reading";

export type Commands = {
  /** The open message as it is now; null when none is, or nothing is known of it yet. */
  open: ChosenMessage | null;
  /** What they act on unless told otherwise: what is chosen, else the message of the cursor. */
  targets: readonly ChosenMessage[];
  moveTo: (folder: Folder, messages?: readonly ChosenMessage[]) => void;
  setRead: (read: boolean, messages?: readonly ChosenMessage[]) => void;
  remove: (messages?: readonly ChosenMessage[]) => void;
  /** Asked before many are deleted; null while nothing is asked. */
  question: readonly ChosenMessage[] | null;
  answer: (isDeleting: boolean) => void;
};

const WHERE: Readonly<Record<Folder, string>> = {
  inbox: "Moved to the inbox",
  archive: "Archived",
  spam: "Moved to spam",
};

function described(done: string, count: number): string {
  return count === 1 ? `${done}.` : `${done}: ${countOf(count, "message")}.`;
}

function remove(messages: readonly ChosenMessage[]): void {
  loadDeletions().then(
    ({ deleteMessages }) => deleteMessages(messages),
    () => toast("The service could not be reached. Nothing was deleted."),
  );
}

/** Out of spam: what was held back of one message is offered at once, of many in each of them. */
async function changeNotSpam(
  moved: readonly ChosenMessage[],
  folder: Folder,
  said: string,
): Promise<void> {
  const [only] = moved;
  if (!only || moved.length > 1)
    return changeMessages(moved, { folder }, `${said} Each offers what was not sent.`);
  const release = await loadRelease().catch(() => null);
  return changeMessages(moved, { folder }, said, release?.offerOf(only));
}

type Parts = {
  query: InboxQuery;
  list: InboxList;
  reading: Reading;
  choice: Choice;
  changes: ChangesById;
};

/** A message as it is now; null when nothing is known of it. */
function knownOf({ list, changes }: Parts, id: string | null): ChosenMessage | null {
  if (id === null) return null;
  const row = list.rows.find((one) => one.id === id);
  if (row) return row;
  const opened = openedMessage(id);
  if (opened.state !== "ready") return null;
  const { message, asOf } = opened.value;
  const now = markedNow({ ...message, attachmentCount: message.attachments.length }, asOf, changes);
  return now.isDeleted ? null : now;
}

/** What can be done with messages: at once for the eye, with an Undo. */
export function useCommands(parts: Parts): Commands {
  const { query, reading, choice } = parts;
  const [question, setQuestion] = useState<readonly ChosenMessage[] | null>(null);
  const current = knownOf(parts, reading.cursorId);
  const targets = choice.ids.size > 0 ? choice.messages : current ? [current] : [];

  /** @param asked - what the command was asked for: what was chosen has been dealt with */
  function finish(
    asked: readonly ChosenMessage[],
    messages: readonly ChosenMessage[],
    isGone: boolean,
  ): void {
    if (asked === targets) choice.clear();
    if (isGone) reading.leave(new Set(messages.map(({ id }) => id)));
  }

  return {
    open: knownOf(parts, reading.openId),
    targets,
    moveTo: (folder, messages = targets) => {
      const moved = messages.filter((one) => one.folder !== folder);
      if (moved.length === 0) return;
      const isNotSpam = moved.every((one) => one.folder === "spam");
      const done = isNotSpam ? `Not spam. ${WHERE[folder]}` : WHERE[folder];
      const said = described(done, moved.length);
      if (isNotSpam) void changeNotSpam(moved, folder, said);
      else void changeMessages(moved, { folder }, said);
      finish(messages, moved, query.folder !== "all" && query.folder !== folder);
    },
    setRead: (read, messages = targets) => {
      const changed = messages.filter((one) => one.read !== read);
      if (changed.length === 0) return;
      const done = read ? "Marked as read" : "Marked as unread";
      void changeMessages(changed, { read }, described(done, changed.length));
      finish(messages, changed, false);
    },
    remove: (messages = targets) => {
      if (messages.length > 1) return setQuestion(messages);
      remove(messages);
      finish(messages, messages, true);
    },
    question,
    answer: (isDeleting) => {
      setQuestion(null);
      if (!isDeleting || !question) return;
      remove(question);
      finish(targets, question, true);
    },
  };
}

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { countOf } from "#lib/core/count";
import type { Person } from "#lib/domain/access/people";
import type { SelectedMessage } from "#lib/domain/submissions/inbox/select-messages";
import type { Folder } from "#lib/domain/submissions/schema";
import { useInboxNavigation } from "../inbox-navigation";
import type { LoadedMessages } from "../list/use-message-list";
import type { ActiveMessage, OpenedMessage } from "../message/use-active-message";
import { deleteMessages } from "./delete-messages";
import { notSpamOffers } from "./not-spam";
import { toSelected, updateMessages } from "./update-messages";
import type { Selection } from "./use-selection";

const MOVED: Readonly<Record<Folder, string>> = {
  inbox: "Moved to inbox",
  archive: "Archived",
  spam: "Moved to spam",
};

function withCount(done: string, count: number): string {
  return count === 1 ? `${done}.` : `${done}: ${countOf(count, "message")}.`;
}

function countedAs(done: string, count: number) {
  return { counted: { kind: done, count, describe: (all: number) => withCount(done, all) } };
}

/** Moves messages out of spam, and offers to send what spam suppressed and to unblock the sender. */
function markNotSpam(
  client: QueryClient,
  messages: readonly SelectedMessage[],
  folder: Folder,
  done: string,
): void {
  const [only] = messages;
  if (only && messages.length === 1) {
    const nextSteps = notSpamOffers(client, only);
    void updateMessages(client, messages, { folder }, done, { nextSteps });
  } else {
    const text = `${done} Open a message to send its notifications.`;
    void updateMessages(client, messages, { folder }, text);
  }
}

type Parts = {
  list: LoadedMessages;
  active: ActiveMessage;
  selection: Selection;
  opened: OpenedMessage;
};

/** A listed or open message with changes applied; null if there's none with this ID. */
function findMessage({ list, opened }: Parts, id: string | null): SelectedMessage | null {
  const row = list.rows.find((one) => one.id === id);
  if (row) return row;
  return opened.data?.message.id === id ? toSelected(opened.data) : null;
}

export type Commands = ReturnType<typeof useCommands>;

/** Commands on messages. Everything shows immediately and can be undone. */
export function useCommands(parts: Parts) {
  const { active, selection } = parts;
  const { query, viewer } = useInboxNavigation();
  const client = useQueryClient();
  /** The messages whose deletion has to be confirmed; null if there are none. */
  const [confirming, setConfirming] = useState<readonly SelectedMessage[] | null>(null);
  const current = findMessage(parts, active.cursorId);
  /** The messages that commands act on by default: the selection, or else the message of the cursor. */
  const targets: readonly SelectedMessage[] =
    selection.ids.size > 0 ? selection.messages : current ? [current] : [];

  /** @param requested - the command's argument: it ends the selection it acts on */
  function finish(
    requested: readonly SelectedMessage[],
    changed: readonly SelectedMessage[],
    isLeaving: boolean,
  ): void {
    if (requested === targets) selection.clear();
    if (isLeaving) active.leave(new Set(changed.map(({ id }) => id)));
  }

  return {
    /** The open message with changes applied; null if none is open, or it hasn't loaded. */
    open: findMessage(parts, active.openId),
    targets,
    moveTo: (folder: Folder, messages = targets) => {
      const moved = messages.filter((one) => one.folder !== folder);
      if (moved.length === 0) return;
      const isNotSpam = moved.every((one) => one.folder === "spam");
      const done = isNotSpam ? `Not spam. ${MOVED[folder]}` : MOVED[folder];
      const text = withCount(done, moved.length);
      if (isNotSpam) markNotSpam(client, moved, folder, text);
      else void updateMessages(client, moved, { folder }, text, countedAs(done, moved.length));
      finish(messages, moved, query.folder !== "all" && query.folder !== folder);
    },
    /** Marks suspected messages as not spam. They aren't moved. */
    clearSuspicion: (messages = targets) => {
      const changed = messages.filter((one) => one.suspected);
      if (changed.length === 0) return;
      const done = "Not spam. Messages from this sender aren’t judged anymore.";
      void updateMessages(client, changed, { suspected: false }, done);
      finish(messages, changed, false);
    },
    setRead: (read: boolean, messages = targets) => {
      const changed = messages.filter((one) => one.read !== read);
      if (changed.length === 0) return;
      const done = read ? "Marked as read" : "Marked as unread";
      const { length } = changed;
      void updateMessages(
        client,
        changed,
        { read },
        withCount(done, length),
        countedAs(done, length),
      );
      finish(messages, changed, false);
    },
    setAnswered: (answered: boolean, messages = targets) => {
      const changed = messages.filter((one) => (one.answeredAt !== null) !== answered);
      if (changed.length === 0) return;
      const done = answered ? "Marked as answered" : "Marked as not answered";
      const { id, name } = viewer;
      const shown = answered
        ? { answeredAt: Date.now(), answeredBy: { id, name } }
        : { answeredAt: null, answeredBy: null };
      const { length } = changed;
      const options = { shown, ...countedAs(done, length) };
      void updateMessages(client, changed, { answered }, withCount(done, length), options);
      finish(messages, changed, false);
    },
    assign: (assignee: Person | null, messages = targets) => {
      const changed = messages.filter((one) => one.assignee?.id !== assignee?.id);
      if (changed.length === 0) return;
      const whom = assignee?.id === viewer.id ? "you" : assignee?.name;
      const done = whom === undefined ? "Unassigned" : `Assigned to ${whom}`;
      const { length } = changed;
      const options = { shown: { assignee }, ...countedAs(done, length) };
      const update = { assigneeId: assignee?.id ?? null };
      void updateMessages(client, changed, update, withCount(done, length), options);
      finish(messages, changed, false);
    },
    remove: (messages = targets) => {
      if (messages.length > 1) return setConfirming(messages);
      deleteMessages(messages);
      finish(messages, messages, true);
    },
    confirming,
    confirm: (isDeleting: boolean) => {
      setConfirming(null);
      if (!isDeleting || !confirming) return;
      deleteMessages(confirming);
      finish(targets, confirming, true);
    },
  };
}

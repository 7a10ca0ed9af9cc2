"use client";

import { Archive, Inbox, type LucideIcon, Mail, ShieldAlert, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { startTransition, useTransition } from "react";
import { ConfirmAction } from "#components/form/confirm-action";
import type { FormState } from "#components/form/form-state";
import { Button } from "#components/ui/button";
import { countOf } from "#components/ui/count";
import { toast } from "#components/ui/toast";
import type { Folder, UpdateSubmissionInput } from "#lib/submissions/schema";
import { deleteMessageAction, updateMessageAction } from "./actions";

type MessageActionsProps = {
  message: { id: string; folder: Folder; read: boolean; fileCount: number };
  listHref: string;
};

const MOVES: readonly { folder: Folder; label: string; done: string; Icon: LucideIcon }[] = [
  { folder: "inbox", label: "Move to inbox", done: "Moved to the inbox.", Icon: Inbox },
  { folder: "archive", label: "Archive", done: "Archived.", Icon: Archive },
  { folder: "spam", label: "Spam", done: "Moved to spam.", Icon: ShieldAlert },
];

export function MessageActions({ message, listHref }: MessageActionsProps) {
  const router = useRouter();
  const [isPending, start] = useTransition();

  /** Changes the message, goes back to the list and offers to take it back. */
  function change(input: UpdateSubmissionInput, done: string, undo: UpdateSubmissionInput): void {
    if (isPending) return;
    start(async () => {
      const state = await updateMessageAction(message.id, input);
      if (state.status === "refused") {
        if (state.message) toast(state.message);
        return;
      }
      router.push(listHref);
      toast(done, {
        label: "Undo",
        run: () => startTransition(async () => void (await updateMessageAction(message.id, undo))),
      });
    });
  }

  async function remove(): Promise<FormState> {
    const state = await deleteMessageAction(message.id);
    if (state.status === "done") router.push(listHref);
    return state;
  }

  return (
    <div className="ml-auto flex flex-wrap items-center gap-1 lg:-ml-3">
      {MOVES.filter(({ folder }) => folder !== message.folder).map(
        ({ folder, label, done, Icon }) => (
          <Button
            key={folder}
            variant="ghost"
            size="sm"
            aria-disabled={isPending || undefined}
            onClick={() => change({ folder }, done, { folder: message.folder })}
          >
            <Icon aria-hidden />
            <span className="max-sm:sr-only">
              {message.folder === "spam" && folder === "inbox" ? "Not spam" : label}
            </span>
          </Button>
        ),
      )}
      <Button
        variant="ghost"
        size="sm"
        aria-disabled={isPending || undefined}
        onClick={() => change({ read: false }, "Marked as unread.", { read: true })}
      >
        <Mail aria-hidden />
        <span className="max-sm:sr-only">Mark unread</span>
      </Button>
      <ConfirmAction
        trigger={(ask) => (
          <Button variant="dangerGhost" size="sm" onClick={ask}>
            <Trash2 aria-hidden />
            <span className="max-sm:sr-only">Delete</span>
          </Button>
        )}
        title="Delete this message?"
        confirmLabel="Delete the message"
        action={remove}
      >
        <p>
          1 message{message.fileCount > 0 ? `, ${countOf(message.fileCount, "file")}` : ""} and its
          mail records will be gone for good.
        </p>
      </ConfirmAction>
    </div>
  );
}

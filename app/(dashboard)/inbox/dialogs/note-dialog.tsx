import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button, PendingButton } from "#components/ui/button";
import { TitledDialog } from "#components/ui/dialog";
import { Notice } from "#components/ui/notice";
import { usePending } from "#components/ui/use-pending.ts";
import { countOf } from "#lib/core/count";
import { describeFailure } from "../action-value";
import { addNotes } from "../work/add-notes";
import { NoteField } from "../work/note-form";

/** Text that was typed before the dialog was closed, so that a stray click loses nothing. */
let unsaved = "";

type NoteDialogProps = {
  messageIds: readonly string[];
  onClose: () => void;
  onDone: () => void;
};

/** Writes one note about all selected messages. */
export default function NoteDialog({ messageIds, onClose, onDone }: NoteDialogProps) {
  const client = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { run, isPending } = usePending(async () => {
    const text = field.current?.value.trim() ?? "";
    if (text === "") return setProblem("Write something first.");
    setProblem(null);
    try {
      await addNotes(client, messageIds, text);
      unsaved = "";
      onDone();
    } catch (failure) {
      setProblem(describeFailure(failure));
    }
  });
  return (
    <TitledDialog
      onClose={onClose}
      title={`Add a note to ${countOf(messageIds.length, "message")}`}
      description="Each message gets it. A colleague whom you mention gets one email."
      className="max-w-lg"
      buttons={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <PendingButton isPending={isPending} onClick={run}>
            Add note
          </PendingButton>
        </>
      }
    >
      {problem ? (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      ) : null}
      <NoteField
        fieldRef={field}
        label="Note"
        text={unsaved}
        rows={4}
        onEnter={run}
        onInput={(text) => {
          unsaved = text;
        }}
      />
    </TitledDialog>
  );
}

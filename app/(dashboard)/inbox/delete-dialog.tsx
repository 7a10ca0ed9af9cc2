import { useEffect, useState } from "react";
import { AlertDialog } from "#components/ui/alert-dialog";
import { Button } from "#components/ui/button";
import { countOf, formatBytes } from "#lib/core/count";
import type { MessagesMeasure } from "#lib/submissions/count-submissions";
import type { ChosenMessage } from "#lib/submissions/list-matching";
import { measureMessagesAction } from "./actions";
import { lossOf } from "./deletions";
import { chunksOf } from "./message-commands";

type DeleteDialogProps = {
  messages: readonly ChosenMessage[];
  onClose: () => void;
  onConfirm: () => void;
};

/** Adds up what the service measured, chunk by chunk. */
async function measure(messages: readonly ChosenMessage[]): Promise<MessagesMeasure | null> {
  const sum = { messages: 0, files: 0, fileBytes: 0, unsentMails: 0 };
  for (const chunk of chunksOf(messages)) {
    const { value } = await measureMessagesAction(chunk.map(({ id }) => id));
    if (!value) return null;
    sum.messages += value.messages;
    sum.files += value.files;
    sum.fileBytes += value.fileBytes;
    sum.unsentMails += value.unsentMails;
  }
  return sum;
}

/** Asks before many messages are deleted, and says what will be lost. */
export default function DeleteDialog({ messages, onClose, onConfirm }: DeleteDialogProps) {
  const [measured, setMeasured] = useState<MessagesMeasure | null>(null);
  useEffect(() => {
    let isOver = false;
    measure(messages).then(
      (sum) => (isOver ? undefined : setMeasured(sum)),
      // Without an answer the numbers that the list knows have to do.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [messages]);
  const count = countOf(messages.length, "message");
  return (
    <AlertDialog
      isOpen
      onClose={onClose}
      title={`Delete ${count}?`}
      description={
        <>
          <p className="min-h-10">{measured ? described(measured) : `${lossOf(messages)}.`}</p>
          <p>You can undo it for a few seconds. Then they are gone for good, for everybody.</p>
        </>
      }
    >
      <Button variant="outline" onClick={onClose}>
        Cancel
      </Button>
      <Button variant="destructive" onClick={onConfirm}>
        Delete {count}
      </Button>
    </AlertDialog>
  );
}

function described({ messages, files, fileBytes, unsentMails }: MessagesMeasure): string {
  const parts = [countOf(messages, "message")];
  if (files > 0) parts.push(`${countOf(files, "file")} (${formatBytes(fileBytes)})`);
  const loss = `${parts.join(", ")} and the records of email and webhook events.`;
  if (unsentMails === 0) return loss;
  return `${loss} ${countOf(unsentMails, "unsent email")} will not be sent.`;
}

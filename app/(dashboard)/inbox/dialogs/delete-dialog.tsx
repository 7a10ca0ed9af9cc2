import { useQuery } from "@tanstack/react-query";
import { listOf } from "#components/inbox/descriptions.ts";
import { Button } from "#components/ui/button";
import { AlertDialog } from "#components/ui/dialog";
import { countOf, formatBytes } from "#lib/core/count";
import type { MessagesMeasure } from "#lib/domain/submissions/inbox/count-submissions";
import type { SelectedMessage } from "#lib/domain/submissions/inbox/select-messages";
import { requireValue } from "../action-value";
import { measureMessagesAction } from "../actions";

import { describeDeleted } from "../selection/delete-messages";

type DeleteDialogProps = {
  messages: readonly SelectedMessage[];
  onClose: () => void;
  onConfirm: () => void;
};

export default function DeleteDialog({ messages, onClose, onConfirm }: DeleteDialogProps) {
  const ids = messages.map(({ id }) => id);
  // Until the response arrives, the list’s own counts are shown.
  const { data: measured } = useQuery({
    queryKey: ["inbox", "measure", ids],
    queryFn: () => requireValue(() => measureMessagesAction(ids)),
    gcTime: 0,
  });
  const count = countOf(messages.length, "message");
  return (
    <AlertDialog
      onClose={onClose}
      title={`Delete ${count}?`}
      description={
        <>
          <p className="min-h-10">
            {measured ? describeMeasure(measured) : `This deletes ${describeDeleted(messages)}.`}
          </p>
          <p>You can undo this for a few seconds. After that, they’re permanently deleted.</p>
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

function describeMeasure({ messages, files, fileBytes, unsentEmails }: MessagesMeasure): string {
  const parts = [countOf(messages, "message")];
  if (files > 0) parts.push(`${countOf(files, "file")} (${formatBytes(fileBytes)})`);
  const deleted = `This deletes ${listOf([...parts, "their email and webhook records"])}.`;
  if (unsentEmails === 0) return deleted;
  return `${deleted} ${countOf(unsentEmails, "unsent email")} won’t be sent.`;
}

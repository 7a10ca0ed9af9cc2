import type { QueryClient } from "@tanstack/react-query";
import { createStore } from "#components/ui/store.ts";
import { toast } from "#components/ui/toast.ts";
import type { Note } from "#lib/domain/submissions/notes/note-schema";
import { UNREACHABLE } from "../action-value";
import { CURRENT_KEY } from "../query-keys";

/** Hidden notes whose deletion can still be undone. Nothing is sent until then. */
export const heldNotes = createStore<readonly string[]>([]);

/**
 * Hides a note, and deletes it once it can no longer be restored: when the toast with Undo ends, the page closes or the user
 * signs out. A note that someone has changed meanwhile stays.
 */
export function deleteNote(client: QueryClient, submissionId: string, note: Note): void {
  heldNotes.set([...heldNotes.get(), note.id]);
  const release = () => heldNotes.set(heldNotes.get().filter((id) => id !== note.id));
  toast("Deleted the note.", {
    label: "Undo",
    run: release,
    onEnd: async () => {
      await sendDeletion(submissionId, note);
      await client.invalidateQueries({ queryKey: CURRENT_KEY });
      release();
    },
  });
}

async function sendDeletion(submissionId: string, { id, updatedAt }: Note): Promise<void> {
  const path = `/api/account/submissions/${submissionId}/notes/${id}?updatedAt=${updatedAt}`;
  // The request outlives the page.
  const response = await fetch(path, { method: "DELETE", keepalive: true }).catch(() => null);
  // Someone else has already deleted it, or its message.
  if (response?.ok || response?.status === 404) return;
  toast(
    response?.status === 409
      ? "Someone has changed the note, so it isn’t deleted."
      : `${UNREACHABLE} The note isn’t deleted.`,
  );
}

import type { QueryClient } from "@tanstack/react-query";
import { toast, type Undo } from "#components/ui/toast.ts";
import { countOf } from "#lib/core/count";
import type { CreatedNotes } from "#lib/domain/submissions/notes/note-schema";
import type { UndoneNotes } from "#lib/domain/submissions/notes/undo-notes";
import { describeFailure, requireValue } from "../action-value";
import { CURRENT_KEY } from "../query-keys";
import { createNoteAction, createNotesAction, undoNotesAction } from "./work-actions";

/** Writes a note about a message, with Undo. */
export async function addNote(client: QueryClient, messageId: string, text: string): Promise<void> {
  const { id } = await requireValue(() => createNoteAction(messageId, { text }));
  toast("Added the note.", undoOf(client, [id]));
  await client.invalidateQueries({ queryKey: CURRENT_KEY });
}

/**
 * Writes a note about each of several messages, with one Undo. Reports the messages that got none.
 *
 * @throws {Error} whose message can be shown, if none got one
 */
export async function addNotes(
  client: QueryClient,
  messageIds: readonly string[],
  text: string,
): Promise<void> {
  const result = await requireValue(() => createNotesAction(messageIds, { text }));
  void client.invalidateQueries({ queryKey: CURRENT_KEY });
  const { created } = result;
  const done = `Added the note to ${countOf(created.length, "message")}.`;
  if (created.length === 0) throw new Error(describeLeftOut(result));
  const ids = created.map(({ noteId }) => noteId);
  toast(`${done} ${describeLeftOut(result)}`.trim(), undoOf(client, ids));
}

/** Describes the messages that got no note, and why; empty if all got one. */
function describeLeftOut({ full, notFound }: CreatedNotes): string {
  const fullOnes = `${countOf(full.length, "message")} can’t have more notes.`;
  const gone = `${countOf(notFound.length, "message")} no longer ${notFound.length === 1 ? "exists" : "exist"}.`;
  return [full.length > 0 ? fullOnes : "", notFound.length > 0 ? gone : ""]
    .filter((part) => part !== "")
    .join(" ");
}

function undoOf(client: QueryClient, noteIds: readonly string[]): Undo {
  const run = async () => {
    try {
      const undone = await requireValue(() => undoNotesAction(noteIds));
      const rest = describeRest(undone);
      if (rest !== "") toast(rest);
    } catch (failure) {
      toast(describeFailure(failure));
    }
    await client.invalidateQueries({ queryKey: CURRENT_KEY });
  };
  return { label: "Undo", run: () => void run() };
}

/** Describes what couldn't be undone; empty if everything was. */
function describeRest({ kept, emailed }: UndoneNotes): string {
  const edited = `${countOf(kept, "note")} ${kept === 1 ? "was" : "were"} edited meanwhile, so ${kept === 1 ? "it stays" : "they stay"}.`;
  if (kept > 0) return edited;
  return emailed > 0
    ? `Removed. ${countOf(emailed, "colleague")} already got an email about it.`
    : "";
}

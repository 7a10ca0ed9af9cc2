"use server";

import type { ActionResult } from "#components/form/action-result.ts";
import { authenticatedAction, checkedId } from "#components/form/server-action.ts";
import { MessageIds } from "#lib/domain/submissions/inbox/inbox-schema";
import { createNote, createNotes } from "#lib/domain/submissions/notes/add-notes";
import { type CreatedNotes, type Note, NoteInput } from "#lib/domain/submissions/notes/note-schema";
import { updateNote } from "#lib/domain/submissions/notes/notes";
import { type UndoneNotes, undoNotes } from "#lib/domain/submissions/notes/undo-notes";
import { type Reply, SendReplyInput } from "#lib/domain/submissions/replies/reply-schema";
import { sendReply, undoReply } from "#lib/domain/submissions/replies/send-reply";
import { parseInput } from "#lib/entry/http/parse";
import { quoteWords } from "#lib/entry/visitor-pages/words/page-texts";

export async function sendReplyAction(
  submissionId: string,
  input: SendReplyInput,
): Promise<ActionResult<Reply>> {
  return authenticatedAction(null, (ctx) =>
    sendReply(ctx, checkedId(submissionId), parseInput(SendReplyInput, input), quoteWords),
  );
}

export async function undoReplyAction(
  submissionId: string,
  replyId: string,
): Promise<ActionResult> {
  return authenticatedAction(null, async (ctx) => {
    await undoReply(ctx, checkedId(submissionId), checkedId(replyId));
    return {};
  });
}

export async function createNoteAction(
  submissionId: string,
  input: NoteInput,
): Promise<ActionResult<Note>> {
  return authenticatedAction(null, (ctx) =>
    createNote(ctx, checkedId(submissionId), parseInput(NoteInput, input)),
  );
}

export async function updateNoteAction(
  submissionId: string,
  noteId: string,
  input: NoteInput,
): Promise<ActionResult<Note>> {
  return authenticatedAction(null, (ctx) =>
    updateNote(ctx, checkedId(submissionId), checkedId(noteId), parseInput(NoteInput, input)),
  );
}

export async function createNotesAction(
  messageIds: readonly string[],
  input: NoteInput,
): Promise<ActionResult<CreatedNotes>> {
  return authenticatedAction(null, (ctx) =>
    createNotes(ctx, parseInput(MessageIds, messageIds), parseInput(NoteInput, input)),
  );
}

/** Undoes notes that were just written. */
export async function undoNotesAction(
  noteIds: readonly string[],
): Promise<ActionResult<UndoneNotes>> {
  return authenticatedAction(null, (ctx) => undoNotes(ctx, parseInput(MessageIds, noteIds)));
}

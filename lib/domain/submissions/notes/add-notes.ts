import { type Db, transaction } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { IdempotencyKey, idsOf, idUnderKey, isId, newId } from "#lib/core/ids";
import { authorOf, readPeople } from "#lib/domain/access/people";
import { emitNoted } from "#lib/domain/endpoints/emit-events";
import { emailMentioned } from "#lib/domain/submissions/assign";
import { mentionedIn } from "#lib/domain/submissions/notes/mentions";
import {
  type CreatedNotes,
  MAX_NOTES,
  NOTE_UNDO_MS,
  type Note,
  type NoteInput,
} from "#lib/domain/submissions/notes/note-schema";
import { toNote } from "#lib/domain/submissions/notes/notes";
import { addToSearchTexts } from "#lib/domain/submissions/search/refresh-search-text";
import { lockSubmissions } from "#lib/domain/submissions/update-submissions";

/**
 * Writes a note about a submission. Members whom it mentions get an email, and destinations that ask for it
 * `submission.noted`.
 *
 * @throws {AppError} not_found; note_limit_reached
 */
export async function createNote(
  ctx: Context,
  submissionId: string,
  { text }: NoteInput,
): Promise<Note> {
  return transaction(async (tx) => {
    const locked = isId(submissionId) ? await lockSubmissions(tx, ctx, [submissionId]) : [];
    if (locked.length === 0) throw notFound();
    const note = (await addNotes(tx, ctx, [submissionId], text)).get(submissionId);
    if (!note) throw new AppError("note_limit_reached", `A message can have ${MAX_NOTES} notes.`);
    return note;
  });
}

/**
 * Writes the same note about several submissions, in one transaction. Members whom it mentions get one email, whatever
 * the number of submissions. Submissions that were deleted, or have the maximum number of notes, are left out and
 * returned.
 *
 * @param ids - at most MAX_CHANGED_AT_ONCE
 */
export async function createNotes(
  ctx: Context,
  ids: readonly string[],
  { text }: NoteInput,
): Promise<CreatedNotes> {
  return transaction(async (tx) => {
    const found = idsOf(await lockSubmissions(tx, ctx, ids));
    const notes = await addNotes(tx, ctx, found, text);
    return {
      created: [...notes].map(([submissionId, { id }]) => ({ submissionId, noteId: id })),
      notFound: [...new Set(ids).difference(new Set(found))],
      full: found.filter((id) => !notes.has(id)),
    };
  });
}

/**
 * Returns the ID of the email to a member whom a new note mentions, by which Undo finds it.
 *
 * @param noteId - the first of the notes that were written together
 */
export function mentionId(ctx: Context, noteId: string, userId: string): string {
  return idUnderKey(ctx, `mention ${userId}`, IdempotencyKey.parse(noteId));
}

/**
 * @param submissionIds - locked by the caller
 * @returns the new notes by submission, without those that have as many as they can
 */
async function addNotes(
  tx: Db,
  ctx: Context,
  submissionIds: readonly string[],
  text: string,
): Promise<ReadonlyMap<string, Note>> {
  const { now, workspaceId } = ctx;
  const counts = await tx.note.groupBy({
    by: ["submissionId"],
    where: { workspaceId, submissionId: { in: [...submissionIds] } },
    _count: true,
  });
  const full = new Set(
    counts.filter(({ _count }) => _count >= MAX_NOTES).map(({ submissionId }) => submissionId),
  );
  const author = await authorOf(tx, ctx);
  const rows = submissionIds
    .filter((id) => !full.has(id))
    .map((submissionId) => {
      const row = { id: newId(), workspaceId, submissionId, text, ...author };
      return { ...row, createdAt: now, updatedAt: now };
    });
  const [first] = rows;
  if (!first) return new Map();
  await tx.note.createMany({ data: rows });
  const ids = rows.map(({ submissionId }) => submissionId);
  await addToSearchTexts(tx, ctx, ids, text);
  const delivery = (userId: string) => ({
    id: mentionId(ctx, first.id, userId),
    holdMs: NOTE_UNDO_MS,
  });
  const mentioned = await mentionedIn(tx, ctx, text);
  await emailMentioned(tx, ctx, mentioned, { submissionIds: ids, text, delivery });
  const people = await readPeople(tx, author.tokenName === null ? [author.authorId] : []);
  const notes = new Map(rows.map((row) => [row.submissionId, toNote(row, people)]));
  const contents = [...notes].map(([id, { updatedAt: _, ...content }]) => [id, content] as const);
  await emitNoted(tx, ctx, new Map(contents));
  return notes;
}

import { byId, type Db, db, transaction } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { type Person, readPeople, toAuthor } from "#lib/domain/access/people";
import { emailMentioned } from "#lib/domain/submissions/assign";
import { mentionedIn } from "#lib/domain/submissions/notes/mentions";
import type { Note, NoteInput } from "#lib/domain/submissions/notes/note-schema";
import { refreshSearchTexts } from "#lib/domain/submissions/search/refresh-search-text";
import { requireSubmission } from "#lib/domain/submissions/store";
import { lockSubmissions } from "#lib/domain/submissions/update-submissions";

type NoteRow = Awaited<ReturnType<typeof findNotes>>[number];

function findNotes(tx: Db, ctx: Context, submissionIds: readonly string[]) {
  return tx.note.findMany({
    where: { workspaceId: ctx.workspaceId, submissionId: { in: [...submissionIds] } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

/** @param people - has its author, unless their account is gone */
export function toNote(row: NoteRow, people: ReadonlyMap<string, Person>): Note {
  return {
    id: row.id,
    text: row.text,
    author: toAuthor(row, people),
    createdAt: row.createdAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
  };
}

/** Reads the notes of submissions by their IDs, oldest first. */
export async function readNotes(
  tx: Db,
  ctx: Context,
  submissionIds: readonly string[],
): Promise<ReadonlyMap<string, Note[]>> {
  const rows = await findNotes(tx, ctx, submissionIds);
  const people = await readPeople(
    tx,
    rows.map((row) => (row.tokenName === null ? row.authorId : null)),
  );
  const ofSubmission = Map.groupBy(rows, ({ submissionId }) => submissionId);
  return new Map([...ofSubmission].map(([id, own]) => [id, own.map((row) => toNote(row, people))]));
}

/** Lists the notes of a submission, oldest first. @throws {AppError} not_found */
export async function listNotes(ctx: Context, submissionId: string): Promise<Note[]> {
  await requireSubmission(db(), ctx, submissionId);
  return (await readNotes(db(), ctx, [submissionId])).get(submissionId) ?? [];
}

/**
 * Changes a note's text. Members whom only the new text mentions get an email.
 *
 * @throws {AppError} not_found; owner_required for another member's note
 */
export async function updateNote(
  ctx: Context,
  submissionId: string,
  noteId: string,
  { text }: NoteInput,
): Promise<Note> {
  return transaction(async (tx) => {
    const before = await requireOwnNote(tx, ctx, submissionId, noteId);
    const data = { text, updatedAt: ctx.now };
    const row = await tx.note.update({ where: byId(ctx, noteId), data });
    await refreshSearchTexts(tx, ctx, [submissionId]);
    const known = new Set(await mentionedIn(tx, ctx, before.text));
    const mentioned = await mentionedIn(tx, ctx, text);
    const added = mentioned.filter((id) => !known.has(id));
    await emailMentioned(tx, ctx, added, { submissionIds: [submissionId], text });
    return toNote(row, await readPeople(tx, row.tokenName === null ? [row.authorId] : []));
  });
}

/**
 * Deletes a note.
 *
 * @param updatedAt - as the caller has seen it: a note that was changed since stays
 * @throws {AppError} not_found; owner_required for another member's note; revision_conflict
 */
export async function deleteNote(
  ctx: Context,
  submissionId: string,
  noteId: string,
  { updatedAt }: { updatedAt?: number | undefined } = {},
): Promise<void> {
  await transaction(async (tx) => {
    const before = await requireOwnNote(tx, ctx, submissionId, noteId);
    if (updatedAt !== undefined && before.updatedAt.getTime() !== updatedAt)
      throw new AppError("revision_conflict", "Someone has changed the note, so it isn’t deleted.");
    await tx.note.delete({ where: byId(ctx, noteId) });
    await refreshSearchTexts(tx, ctx, [submissionId]);
  });
}

async function lockOne(tx: Db, ctx: Context, submissionId: string): Promise<void> {
  const locked = isId(submissionId) ? await lockSubmissions(tx, ctx, [submissionId]) : [];
  if (locked.length === 0) throw notFound();
}

/** Locks the submission of a note that the caller may change: its author, an owner, or a token. */
async function requireOwnNote(tx: Db, ctx: Context, submissionId: string, noteId: string) {
  await lockOne(tx, ctx, submissionId);
  const where = { workspaceId: ctx.workspaceId, id: noteId, submissionId };
  const row = isId(noteId) ? await tx.note.findFirst({ where }) : null;
  if (!row) throw notFound();
  const { actor } = ctx;
  const isForeign =
    actor.kind === "user" && actor.role !== "owner" && actor.userId !== row.authorId;
  if (isForeign)
    throw new AppError("owner_required", "Only its author or an owner can change a note.");
  return row;
}

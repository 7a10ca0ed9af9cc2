import { byId, type Db, db, transaction } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { isId, newId } from "#lib/core/ids";
import { authorOf, type Person, readPeople, toAuthor } from "#lib/domain/access/people";
import { emitNoted } from "#lib/domain/endpoints/emit-events";
import { emailMentioned } from "#lib/domain/submissions/assign";
import { findMentions } from "#lib/domain/submissions/notes/mentions";
import { MAX_NOTES, type Note, type NoteInput } from "#lib/domain/submissions/notes/note-schema";
import { refreshSearchText } from "#lib/domain/submissions/search/refresh-search-text";
import { requireSubmission } from "#lib/domain/submissions/store";
import { lockSubmissions } from "#lib/domain/submissions/update-submissions";

type NoteRow = Awaited<ReturnType<typeof findNotes>>[number];

function findNotes(tx: Db, ctx: Context, submissionIds: readonly string[]) {
  return tx.note.findMany({
    where: { workspaceId: ctx.workspaceId, submissionId: { in: [...submissionIds] } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

function toNote(row: NoteRow, people: ReadonlyMap<string, Person>): Note {
  return {
    id: row.id,
    text: row.text,
    author: toAuthor(row, people),
    createdAt: row.createdAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
  };
}

/** The notes of submissions by their IDs, oldest first. */
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

/** The notes of a submission, oldest first. @throws {AppError} not_found */
export async function listNotes(ctx: Context, submissionId: string): Promise<Note[]> {
  await requireSubmission(db(), ctx, submissionId);
  return (await readNotes(db(), ctx, [submissionId])).get(submissionId) ?? [];
}

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
    await lockOne(tx, ctx, submissionId);
    const where = { workspaceId: ctx.workspaceId, submissionId };
    if ((await tx.note.count({ where })) >= MAX_NOTES)
      throw new AppError("note_limit_reached", `A message can have ${MAX_NOTES} notes.`);
    const { now, workspaceId } = ctx;
    const author = await authorOf(tx, ctx);
    const row = { id: newId(), workspaceId, submissionId, text, ...author, createdAt: now };
    const stored = await tx.note.create({ data: { ...row, updatedAt: now } });
    const { authorId, tokenName } = author;
    const note = toNote(stored, await readPeople(tx, tokenName === null ? [authorId] : []));
    await refreshSearchText(tx, ctx, submissionId);
    await emailMentioned(tx, ctx, await mentionedIn(tx, ctx, text), { submissionId, text });
    const { updatedAt: _, ...content } = note;
    await emitNoted(tx, ctx, submissionId, content);
    return note;
  });
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
    await refreshSearchText(tx, ctx, submissionId);
    const known = new Set(await mentionedIn(tx, ctx, before.text));
    const mentioned = await mentionedIn(tx, ctx, text);
    const added = mentioned.filter((id) => !known.has(id));
    await emailMentioned(tx, ctx, added, { submissionId, text });
    return toNote(row, await readPeople(tx, row.tokenName === null ? [row.authorId] : []));
  });
}

/** Deletes a note. @throws {AppError} not_found; owner_required for another member's note */
export async function deleteNote(
  ctx: Context,
  submissionId: string,
  noteId: string,
): Promise<void> {
  await transaction(async (tx) => {
    await requireOwnNote(tx, ctx, submissionId, noteId);
    await tx.note.delete({ where: byId(ctx, noteId) });
    await refreshSearchText(tx, ctx, submissionId);
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

async function mentionedIn(tx: Db, { workspaceId }: Context, text: string): Promise<string[]> {
  if (!text.includes("@")) return [];
  const members = await tx.membership.findMany({
    where: { workspaceId },
    select: { user: { select: { id: true, name: true, email: true } } },
  });
  const names = members.flatMap(({ user: { id, name, email } }) => [
    { id, name: name ?? "" },
    { id, name: email },
  ]);
  return findMentions(text, names);
}

import { type Db, transaction } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { idsOf } from "#lib/core/ids";
import { mentionId } from "#lib/domain/submissions/notes/add-notes";
import { isUndoable } from "#lib/domain/submissions/replies/read-replies";
import { refreshSearchTexts } from "#lib/domain/submissions/search/refresh-search-text";
import { lockSubmissions } from "#lib/domain/submissions/update-submissions";

/** `kept`: notes that were edited since. `emailed`: members who had their email already. */
export type UndoneNotes = { removed: number; kept: number; emailed: number };

/**
 * Undoes notes that the caller has just written, and cancels the emails to the members they mention, unless they're
 * already sent. Notes that someone has edited since are kept.
 *
 * @param noteIds - all that were written together
 */
export async function undoNotes(ctx: Context, noteIds: readonly string[]): Promise<UndoneNotes> {
  const { workspaceId, actor } = ctx;
  if (actor.kind !== "user") throw new Error(`a ${actor.kind} can't undo notes`);
  return transaction(async (tx) => {
    const where = { workspaceId, id: { in: [...noteIds] }, authorId: actor.userId };
    const written = await tx.note.findMany({ where, select: { submissionId: true } });
    const submissionIds = [...new Set(written.map(({ submissionId }) => submissionId))];
    const locked = idsOf(await lockSubmissions(tx, ctx, submissionIds));
    const notes = await tx.note.findMany({ where: { ...where, submissionId: { in: locked } } });
    const undone = notes.filter(
      ({ createdAt, updatedAt }) => createdAt.getTime() === updatedAt.getTime(),
    );
    await tx.note.deleteMany({ where: { workspaceId, id: { in: idsOf(undone) } } });
    await refreshSearchTexts(
      tx,
      ctx,
      undone.map(({ submissionId }) => submissionId),
    );
    const kept = notes.length - undone.length;
    // IDs sort by creation. The emails are identified by the first note's ID.
    const [first] = idsOf(undone).toSorted();
    const emailed = first && kept === 0 ? await cancelMentions(tx, ctx, first) : 0;
    return { removed: undone.length, kept, emailed };
  });
}

/** @returns how many emails couldn't be cancelled anymore */
async function cancelMentions(tx: Db, ctx: Context, noteId: string): Promise<number> {
  const { workspaceId } = ctx;
  const members = await tx.membership.findMany({
    where: { workspaceId },
    select: { userId: true },
  });
  const ids = members.map(({ userId }) => mentionId(ctx, noteId, userId));
  const queued = await queryRows<Parameters<typeof isUndoable>[0] & { id: string }>(tx, {
    id: "uuid",
    status: "text",
    attemptCount: "int4",
    claimToken: "uuid",
  })`
    SELECT id, status, attempt_count AS "attemptCount", claim_token AS "claimToken" FROM deliveries
    WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`;
  const unsent = idsOf(queued.filter(isUndoable));
  await tx.delivery.deleteMany({ where: { workspaceId, id: { in: unsent } } });
  return queued.length - unsent.length;
}

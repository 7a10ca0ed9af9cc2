import { byId, type Db, db, lockInTransaction, transaction } from "#lib/adapters/db/database";
import type { SavedReply as SavedReplyRow } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { isId, newId } from "#lib/core/ids";
import { foldCase } from "#lib/core/text";
import { describeChanges, recordAudit } from "#lib/domain/audit/record-audit";
import {
  type CreateSavedReplyInput,
  MAX_SAVED_REPLIES,
  type SavedReply,
  type UpdateSavedReplyInput,
} from "#lib/domain/replies/saved-reply-schema";

function toSavedReply({ id, name, text, createdAt, updatedAt }: SavedReplyRow): SavedReply {
  return { id, name, text, createdAt: createdAt.getTime(), updatedAt: updatedAt.getTime() };
}

/** Lists all saved replies of the workspace, by name. At most {@link MAX_SAVED_REPLIES}. */
export async function listSavedReplies({ workspaceId }: Context): Promise<SavedReply[]> {
  const rows = await db().savedReply.findMany({
    where: { workspaceId },
    orderBy: [{ nameKey: "asc" }, { id: "asc" }],
    take: MAX_SAVED_REPLIES,
  });
  return rows.map(toSavedReply);
}

/** @throws {AppError} saved_reply_name_taken; saved_reply_limit_reached beyond 100 */
export async function createSavedReply(
  ctx: Context,
  { name, text }: CreateSavedReplyInput,
): Promise<SavedReply> {
  const { workspaceId, now } = ctx;
  const id = newId();
  return transaction(async (tx) => {
    await lockNames(tx, ctx);
    await requireFreeName(tx, ctx, id, name);
    if ((await tx.savedReply.count({ where: { workspaceId } })) >= MAX_SAVED_REPLIES)
      throw new AppError(
        "saved_reply_limit_reached",
        `A workspace can have up to ${MAX_SAVED_REPLIES} saved replies. Delete one first.`,
      );
    const times = { createdAt: now, updatedAt: now };
    const data = { workspaceId, id, name, nameKey: foldCase(name), text, ...times };
    const row = await tx.savedReply.create({ data });
    await recordAudit(tx, ctx, { action: "saved_reply.created", subject: { id, name } });
    return toSavedReply(row);
  });
}

/**
 * Changes only the given members. Replies that were written with it don't change.
 *
 * @throws {AppError} not_found; saved_reply_name_taken
 */
export async function updateSavedReply(
  ctx: Context,
  savedReplyId: string,
  { name, text }: UpdateSavedReplyInput,
): Promise<SavedReply> {
  return transaction(async (tx) => {
    await lockNames(tx, ctx);
    const before = await requireSavedReply(tx, ctx, savedReplyId);
    const after = { name: name ?? before.name, text: text ?? before.text };
    await requireFreeName(tx, ctx, before.id, after.name);
    const row = await tx.savedReply.update({
      where: byId(ctx, before.id),
      data: { ...after, nameKey: foldCase(after.name), updatedAt: ctx.now },
    });
    const subject = { id: row.id, name: row.name };
    const details = describeChanges({ name: before.name, text: before.text }, after, ["name"]);
    await recordAudit(tx, ctx, { action: "saved_reply.updated", subject, details });
    return toSavedReply(row);
  });
}

/** @throws {AppError} not_found */
export async function deleteSavedReply(ctx: Context, savedReplyId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockNames(tx, ctx);
    const { id, name } = await requireSavedReply(tx, ctx, savedReplyId);
    await tx.savedReply.delete({ where: byId(ctx, id) });
    await recordAudit(tx, ctx, { action: "saved_reply.deleted", subject: { id, name } });
  });
}

/**
 * Makes changes of a workspace's saved replies wait for each other, because their names are unique, and their
 * number is limited.
 */
function lockNames(tx: Db, { workspaceId }: Context): Promise<void> {
  return lockInTransaction(tx, `saved-replies:${workspaceId}`);
}

/** @throws {AppError} not_found */
async function requireSavedReply(tx: Db, ctx: Context, id: string): Promise<SavedReplyRow> {
  const row = isId(id) ? await tx.savedReply.findUnique({ where: byId(ctx, id) }) : null;
  if (!row) throw notFound();
  return row;
}

/** @throws {AppError} saved_reply_name_taken */
async function requireFreeName(tx: Db, ctx: Context, id: string, name: string): Promise<void> {
  const { workspaceId } = ctx;
  const where = { workspaceId, nameKey: foldCase(name), id: { not: id } };
  if ((await tx.savedReply.count({ where })) > 0)
    throw new AppError(
      "saved_reply_name_taken",
      `There’s already a saved reply named “${name}”. Use another name.`,
    );
}

import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import type { Db } from "#lib/db/database";

/**
 * Marks a form as changed and locks its row until the transaction ends: changes to what belongs to it
 * happen one after another, and its new version makes intake reload it.
 *
 * @throws {AppError} not_found when the form is unknown, deleted or another workspace's
 */
export async function touchForm(tx: Db, ctx: Context, formId: string): Promise<void> {
  if (!isId(formId)) throw notFound();
  const { count } = await tx.form.updateMany({
    where: { id: formId, workspaceId: ctx.workspaceId, deletedAt: null },
    data: { updatedAt: ctx.now },
  });
  if (count === 0) throw notFound();
}

import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import type { Db } from "#lib/db/database";

/**
 * Marks a form as changed and holds its row until the transaction ends: changes of what belongs to
 * it come one after another, and its version rises, so that intake reads all of it anew.
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

import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { db } from "#lib/db/database";

/**
 * Deletes a form and its messages for good. All of it is unreachable when this returns, however many
 * messages there are; maintenance then removes the rows and files.
 *
 * @throws {AppError} not_found
 */
export async function deleteForm(ctx: Context, formId: string): Promise<void> {
  if (!isId(formId)) throw notFound();
  const { count } = await db().form.updateMany({
    where: { id: formId, workspaceId: ctx.workspaceId, deletedAt: null },
    data: { deletedAt: ctx.now },
  });
  if (count === 0) throw notFound();
}

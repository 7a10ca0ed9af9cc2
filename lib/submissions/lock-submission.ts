import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import type { Db } from "#lib/db/database";

/**
 * Holds a message until the transaction ends: what is done to one message is done one after another.
 *
 * @throws {AppError} not_found
 */
export async function lockSubmission(tx: Db, ctx: Context, id: string): Promise<void> {
  if (!isId(id)) throw notFound();
  const count = await tx.$executeRaw`
    SELECT id FROM submissions
    WHERE id = ${id}::uuid AND workspace_id = ${ctx.workspaceId}::uuid FOR UPDATE`;
  if (count === 0) throw notFound();
}

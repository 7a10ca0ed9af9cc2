import type { Context } from "#lib/core/context";
import { transaction } from "#lib/db/database";
import { lockSubmissions } from "#lib/submissions/change-rows";
import { removeObjectsOf } from "#lib/submissions/remove-objects";

/**
 * Deletes messages for good, with their files, deliveries and attempts; all or none. Those that are
 * gone already are left out, so that a repeat after a lost answer does no harm.
 *
 * @param ids - at most MAX_CHANGED_AT_ONCE
 * @returns how many were there to be deleted
 */
export async function deleteSubmissions(
  ctx: Context,
  ids: readonly string[],
): Promise<{ deleted: number }> {
  return transaction(async (tx) => {
    const held = (await lockSubmissions(tx, ctx, ids)).map(({ id }) => id);
    await removeObjectsOf(tx, ctx, held);
    const { count } = await tx.submission.deleteMany({
      where: { workspaceId: ctx.workspaceId, id: { in: held } },
    });
    return { deleted: count };
  });
}

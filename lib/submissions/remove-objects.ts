import type { Context } from "#lib/core/context";
import type { Db } from "#lib/db/database";

/**
 * Marks the files of messages for removal, in the transaction that deletes the messages. Their bytes
 * count until maintenance has taken the objects away.
 */
export async function removeObjectsOf(
  tx: Db,
  ctx: Context,
  submissionIds: readonly string[],
): Promise<void> {
  await tx.storedObject.updateMany({
    where: {
      workspaceId: ctx.workspaceId,
      attachments: { some: { submissionId: { in: [...submissionIds] } } },
    },
    data: { status: "deleting" },
  });
}

import { db } from "#lib/db/database";

/** The bytes of files that count as a workspace's storage, without the text of its messages. */
export async function countedFileBytes(workspaceId: string): Promise<number> {
  const { _sum } = await db().storageSlot.aggregate({
    where: { workspaceId },
    _sum: { bytes: true },
  });
  return Number(_sum.bytes ?? 0);
}

import { db } from "#lib/db/database";

/** A workspace's storage in bytes for files, without message text. */
export async function countedFileBytes(workspaceId: string): Promise<number> {
  const { _sum } = await db().storageSlot.aggregate({
    where: { workspaceId },
    _sum: { bytes: true },
  });
  return Number(_sum.bytes ?? 0);
}

import { statfs } from "node:fs/promises";
import { settings } from "#lib/core/settings/settings";

/**
 * Returns the free space and the size of the disk of the data folder or of uploads, whichever has less
 * space, in bytes; null if neither folder exists.
 */
export async function readDiskRoom(): Promise<{ free: number; size: number } | null> {
  const { dataDir, storage } = settings();
  const folders = [dataDir, ...(storage.kind === "disk" ? [storage.dir] : [])];
  const read = await Promise.all(folders.map((folder) => statfs(folder).catch(() => null)));
  const disks = read
    .filter((disk) => disk !== null)
    .map(({ bavail, blocks, bsize }) => ({ free: bavail * bsize, size: blocks * bsize }));
  return disks.toSorted((a, b) => a.free - b.free)[0] ?? null;
}

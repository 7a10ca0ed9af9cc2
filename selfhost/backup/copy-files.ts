import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ObjectStore } from "#lib/clients/object-store";
import {
  type ArchiveWriter,
  digestOf,
  filePath,
  inParallel,
  readFileEntries,
  readLines,
} from "#selfhost/backup/archive";
import type { Restoring } from "#selfhost/backup/load-database";
import type { Manifest } from "#selfhost/backup/manifest";
import { StartError } from "#selfhost/lifecycle";

/** The manifest names only so many missing files, whatever is wrong with the storage. */
const NAMED_MISSING = 100;

/**
 * Copies uploaded files to a backup. They never change, so they can be read after the snapshot. One that
 * was deleted in between is counted as missing.
 *
 * @param objectList - the path of a list of keys
 */
export async function backUpFiles(
  store: ObjectStore,
  archive: ArchiveWriter,
  objectList: string,
): Promise<Manifest["files"]> {
  const files: Manifest["files"] = { count: 0, bytes: 0, missingCount: 0, missing: [] };
  await inParallel(readLines(objectList), async (key) => {
    const body = await store.read(key);
    if (!body) {
      files.missingCount += 1;
      if (files.missing.length < NAMED_MISSING) files.missing.push(key);
      return;
    }
    files.bytes += await archive.write(filePath(key), Readable.from(body));
    files.count += 1;
  });
  return files;
}

/**
 * Copies uploaded files from a backup to the storage, reads each one back, and leaves out those that are
 * there already. They don't matter until the database has their rows.
 *
 * @throws {StartError} if a stored file can't be read back
 */
export async function restoreFiles(
  store: ObjectStore,
  { folder, signal }: Pick<Restoring, "folder" | "signal">,
): Promise<void> {
  const isStored = async (key: string, sha256: string) => {
    const body = await store.read(key);
    return body !== null && (await digestOf(Readable.from(body), signal)) === sha256;
  };
  await inParallel(readFileEntries(folder), async ({ key, sha256 }) => {
    if (await isStored(key, sha256)) return;
    const path = join(folder, filePath(key));
    const { size } = await stat(path);
    await store.write(key, createReadStream(path), size, "application/octet-stream");
    if (!(await isStored(key, sha256)))
      throw new StartError(`the storage doesn't return the file ${key} as it was stored`);
  });
}

import { rm } from "node:fs/promises";
import type { ObjectStore } from "#lib/clients/object-store";
import { withClient } from "#lib/db/with-client";
import { ArchiveWriter } from "#selfhost/backup/archive-writer";
import { backUpFiles } from "#selfhost/backup/copy-files";
import { dumpDatabase } from "#selfhost/backup/dump-database";
import type { Manifest } from "#selfhost/backup/manifest";

type BackupOptions = {
  databaseUrl: string;
  store: ObjectStore;
  /** The folder to create. */
  folder: string;
  log: (line: string) => void;
  /** Ends the backup, which leaves nothing behind. */
  signal: AbortSignal;
};

/**
 * Writes the database and the uploaded files to a folder, which exists only once it's complete. The
 * service can be running.
 *
 * @throws {StartError} if the folder exists, or there's nothing to back up
 */
export async function createBackup({
  databaseUrl,
  store,
  folder,
  log,
  signal,
}: BackupOptions): Promise<Omit<Manifest, "format">> {
  const archive = await ArchiveWriter.create(folder, signal);
  try {
    const objectList = archive.pathOf("objects.list");
    log("Backing up the database");
    const database = await withClient(databaseUrl, (client) =>
      dumpDatabase(client, archive, objectList),
    );
    log("Backing up uploaded files");
    const manifest = { ...database, files: await backUpFiles(store, archive, objectList) };
    await rm(objectList);
    await archive.complete(manifest);
    return manifest;
  } catch (error) {
    await archive.discard();
    throw error;
  }
}

import type { ObjectStore } from "#lib/clients/object-store";
import type { Migration } from "#lib/db/migrate";
import { withClient } from "#lib/db/with-client";
import { verifyArchive } from "#selfhost/backup/archive-reader";
import { restoreFiles } from "#selfhost/backup/copy-files";
import { loadDatabase, requireEmpty, splitMigrations } from "#selfhost/backup/load-database";
import { type Manifest, readManifest } from "#selfhost/backup/manifest";
import { StartError } from "#selfhost/lifecycle";

type CheckOptions = {
  folder: string;
  /** The IDs of SECRET_KEY and SECRET_KEYS_OLD. */
  keyIds: readonly string[];
  signal: AbortSignal;
};

/**
 * Reads a whole backup before anything is changed.
 *
 * @throws {StartError} if it's damaged, needs a later version, or belongs to another SECRET_KEY
 */
export async function checkBackup({ folder, keyIds, signal }: CheckOptions): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const { secretKeyId } = manifest;
  if (secretKeyId !== null && !keyIds.includes(secretKeyId))
    throw new StartError(
      `SECRET_KEY isn't the key of the backed-up service, which has the ID ${secretKeyId} (this one: ${keyIds[0] ?? "none"}); set SECRET_KEY to that key, or copy the file secret-key of its data folder to DATA_DIR`,
    );
  await splitMigrations(manifest);
  await verifyArchive(folder, manifest, signal);
  return manifest;
}

type RestoreOptions = {
  folder: string;
  /** From {@link checkBackup}. */
  manifest: Manifest;
  databaseUrl: string;
  store: ObjectStore;
  log: (line: string) => void;
  signal: AbortSignal;
  /** The project's, if left out. */
  migrations?: Migration[];
};

/**
 * Restores a checked backup into an empty database and the storage. Files come first: once the database
 * has its rows, everything is there. If it fails, it can be repeated.
 *
 * @throws {StartError} if the database isn't empty, or the result differs from the backup
 */
export async function restoreBackup({
  databaseUrl,
  store,
  ...restoring
}: RestoreOptions): Promise<void> {
  const { manifest, log } = restoring;
  await withClient(databaseUrl, (client) => requireEmpty(client, manifest));
  log("Restoring uploaded files");
  await restoreFiles(store, restoring);
  log("Restoring the database");
  await withClient(databaseUrl, (client) => loadDatabase(client, restoring));
}

import { resolve } from "node:path";
import { Readable } from "node:stream";
import { withClient } from "#lib/adapters/db/with-client";
import { type ObjectStore, objectStore } from "#lib/adapters/files/object-store";
import { knownKeyIds } from "#lib/core/secrets";
import { parseSettings, settings } from "#lib/core/settings/settings";
import {
  digestOf,
  inParallel,
  readFileEntries,
  verifyArchive,
} from "#server/commands/backup/archive";
import {
  loadDatabase,
  type RestoreJob,
  requireEmpty,
  splitMigrations,
} from "#server/commands/backup/load-database";
import {
  describeContent,
  filePath,
  type Manifest,
  readManifest,
  secondsSince,
} from "#server/commands/backup/manifest";
import { openFile } from "#server/commands/backup/open-file";
import { requireSecretKey } from "#server/commands/backup/secret-key";
import { requireAuthentic } from "#server/commands/backup/signature";
import { runStoppable } from "#server/commands/command";
import { withDatabase } from "#server/postgres/embedded-database";
import { loadEnvironment, ROOT } from "#server/start/checkout";
import { openDataFolder } from "#server/start/data-folder";
import { StartError } from "#server/start/lifecycle";

/** `keyIds`: those of SECRET_KEY and SECRET_KEYS_OLD. */
type CheckOptions = Pick<RestoreJob, "folder" | "log" | "signal"> & { keyIds: readonly string[] };

const UNSIGNED =
  "This backup isn't signed: only those of 1.0.0 aren't. If it's a later one, or others could write to its folder, don't use it";

/**
 * Reads a whole backup before anything is changed.
 *
 * @throws {StartError} if it's damaged or forged, needs a later version, or belongs to another SECRET_KEY
 */
export async function checkBackup({
  folder,
  keyIds,
  log,
  signal,
}: CheckOptions): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const { secretKeyId } = manifest;
  if (secretKeyId !== null && !keyIds.includes(secretKeyId))
    throw new StartError(
      `SECRET_KEY isn't the key of the backed-up service, which has the ID ${secretKeyId} (this one: ${keyIds[0] ?? "none"}); set SECRET_KEY to that key, or copy the file secret-key of its data folder to DATA_DIR`,
    );
  await splitMigrations(manifest);
  const isSigned = await requireAuthentic(folder, manifest);
  await verifyArchive(folder, manifest, signal);
  if (!isSigned) log(UNSIGNED);
  return manifest;
}

/**
 * Copies uploaded files from a backup to the storage, reads each one back, and skips those that already
 * exist. They have no effect until the database has their rows.
 *
 * @throws {StartError} if a stored file can't be read back
 */
async function restoreFiles(
  store: ObjectStore,
  { folder, signal }: Pick<RestoreJob, "folder" | "signal">,
): Promise<void> {
  const isStored = async (key: string, sha256: string) => {
    const body = await store.read(key);
    return body !== null && (await digestOf(Readable.from(body), signal)) === sha256;
  };
  await inParallel(readFileEntries(folder), async ({ key, sha256 }) => {
    if (await isStored(key, sha256)) return;
    await using file = await openFile(folder, filePath(key));
    const { size } = await file.stat();
    await store.write(key, file.createReadStream(), size, "application/octet-stream");
    if (!(await isStored(key, sha256)))
      throw new StartError(`the storage doesn't return the file ${key} as it was stored`);
  });
}

/**
 * Restores a checked backup into an empty database and the storage. Files come first, so that they all
 * exist once the database has its rows. If it fails, it can be repeated.
 *
 * @throws {StartError} if the database isn't empty, or the result differs from the backup
 */
export async function restoreBackup({
  databaseUrl,
  store,
  ...restoring
}: RestoreJob & { databaseUrl: string; store: ObjectStore }): Promise<void> {
  const { manifest, log } = restoring;
  await withClient(databaseUrl, (client) => requireEmpty(client, manifest));
  log("Restoring uploaded files");
  await restoreFiles(store, restoring);
  log("Restoring the database");
  await withClient(databaseUrl, (client) => loadDatabase(client, restoring));
}

async function restore(signal: AbortSignal): Promise<void> {
  const startedAt = Date.now();
  const [, , path] = process.argv;
  if (!path) throw new StartError("specify the backup's folder");
  loadEnvironment();
  const folder = resolve(ROOT, path);
  const dataDir = resolve(ROOT, parseSettings(process.env).dataDir);
  await requireSecretKey(dataDir);
  console.log("Checking the backup");
  const manifest = await checkBackup({ folder, keyIds: knownKeyIds(), log: console.log, signal });
  await openDataFolder(dataDir, console.log);
  const given = settings();
  await withDatabase(given.directDatabaseUrl, given, (databaseUrl) => {
    const restoring = { folder, manifest, log: console.log, signal };
    return restoreBackup({ ...restoring, databaseUrl, store: objectStore() });
  });
  console.log(
    `Restored the backup of ${manifest.createdAt}: ${describeContent(manifest)} in ${secondsSince(startedAt)} s`,
  );
}

/**
 * Runs `npm run restore -- <folder>`: restores a backup into an empty database and the storage. A
 * failure is reported and becomes the exit code.
 */
export function runRestore(): Promise<void> {
  return runStoppable("Cannot restore", restore);
}

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { withClient } from "#lib/adapters/db/with-client";
import { type ObjectStore, objectStore } from "#lib/adapters/files/object-store";
import { knownKeyIds } from "#lib/core/secrets";
import { parseSettings, SettingsError, settings } from "#lib/core/settings/settings";
import {
  digestOf,
  filePath,
  inParallel,
  readFileEntries,
  verifyArchive,
} from "#server/commands/backup/archive";
import {
  loadDatabase,
  type Restoring,
  requireEmpty,
  splitMigrations,
} from "#server/commands/backup/load-database";
import {
  describeContent,
  type Manifest,
  readManifest,
  secondsSince,
} from "#server/commands/backup/manifest";
import { runStoppable } from "#server/commands/command";
import { withDatabase } from "#server/postgres/embedded-database";
import { loadEnvFile, ROOT } from "#server/start/checkout";
import { openDataFolder, readSecret } from "#server/start/data-folder";
import { StartError } from "#server/start/lifecycle";

/** `keyIds`: of SECRET_KEY and SECRET_KEYS_OLD. */
type CheckOptions = Pick<Restoring, "folder" | "signal"> & { keyIds: readonly string[] };

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

/**
 * Copies uploaded files from a backup to the storage, reads each one back, and leaves out those that are
 * there already. They don't matter until the database has their rows.
 *
 * @throws {StartError} if a stored file can't be read back
 */
async function restoreFiles(
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
}: Restoring & { databaseUrl: string; store: ObjectStore }): Promise<void> {
  const { manifest, log } = restoring;
  await withClient(databaseUrl, (client) => requireEmpty(client, manifest));
  log("Restoring uploaded files");
  await restoreFiles(store, restoring);
  log("Restoring the database");
  await withClient(databaseUrl, (client) => loadDatabase(client, restoring));
}

/** The key isn't part of the backup, and a new one couldn't read it. */
async function requireSecretKey(dataDir: string): Promise<void> {
  process.env.SECRET_KEY ||= await readSecret(dataDir, "secret-key");
  if (!process.env.SECRET_KEY)
    throw new SettingsError(
      "SECRET_KEY is missing; set it to the key of the backed-up service, or copy the file secret-key of its data folder to DATA_DIR",
    );
}

async function restore(signal: AbortSignal): Promise<void> {
  const startedAt = Date.now();
  const [, , path] = process.argv;
  if (!path) throw new StartError("specify the backup: npm run restore -- <folder>");
  loadEnvFile();
  const folder = resolve(ROOT, path);
  const dataDir = resolve(ROOT, parseSettings(process.env).dataDir);
  await requireSecretKey(dataDir);
  console.log("Checking the backup");
  const manifest = await checkBackup({ folder, keyIds: knownKeyIds(), signal });
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
 * `npm run restore -- <folder>`: restores a backup into an empty database and the storage. A failure is
 * reported and becomes the exit code.
 */
export function runRestore(): Promise<void> {
  return runStoppable("Cannot restore", restore);
}

import { rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type ObjectStore, objectStore } from "#lib/clients/object-store";
import { countOf, formatBytes } from "#lib/core/count";
import { settings } from "#lib/core/settings";
import { withClient } from "#lib/db/with-client";
import { createArchive } from "#selfhost/backup/archive";
import { backUpFiles } from "#selfhost/backup/copy-files";
import { dumpDatabase } from "#selfhost/backup/dump-database";
import type { Restoring } from "#selfhost/backup/load-database";
import { describeContent, type Manifest, secondsSince } from "#selfhost/backup/manifest";
import { loadEnvFile, ROOT } from "#selfhost/checkout";
import { type OpenEmbedded, runStoppable, withDatabase } from "#selfhost/command";
import { StartError } from "#selfhost/lifecycle";

/** A signal ends the backup, which leaves nothing behind. */
type BackupOptions = Pick<Restoring, "folder" | "log" | "signal"> & {
  databaseUrl: string;
  store: ObjectStore;
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
  const archive = await createArchive(folder, signal);
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

/** Without it, a wrong DATA_DIR would get a new database. */
async function requireDatabase(dataDir: string): Promise<void> {
  if (!(await stat(join(dataDir, "postgres")).catch(() => undefined)))
    throw new StartError(`DATA_DIR: there's no database in ${dataDir}`);
}

async function backUp(signal: AbortSignal, openEmbedded: OpenEmbedded | undefined) {
  const startedAt = Date.now();
  loadEnvFile();
  const given = settings();
  const dataDir = resolve(ROOT, given.dataDir);
  if (!given.databaseUrl && openEmbedded) await requireDatabase(dataDir);
  const name = new Date(startedAt).toISOString().replaceAll(/[:.]/g, "-");
  const folder = resolve(ROOT, process.argv[2] ?? join(dataDir, "backups", name));
  const manifest = await withDatabase(given.directDatabaseUrl, given, openEmbedded, (databaseUrl) =>
    createBackup({ databaseUrl, store: objectStore(), folder, log: console.log, signal }),
  );
  const { bytes, missingCount } = manifest.files;
  console.log(
    `${folder}: ${describeContent(manifest)} (${formatBytes(bytes)}) in ${secondsSince(startedAt)} s`,
  );
  if (missingCount > 0)
    console.log(
      `Missing (deleted during the backup, or lost): ${countOf(missingCount, "file")}. See "missing" in manifest.json.`,
    );
  console.log("SECRET_KEY isn't part of the backup. Keep it somewhere else.");
}

/**
 * `npm run backup [-- <folder>]`: the database and the uploaded files, whether the service is running or
 * not. A failure is reported and becomes the exit code.
 *
 * @param openEmbedded - left out where there is no PostgreSQL
 */
export function runBackup(openEmbedded?: OpenEmbedded): Promise<void> {
  return runStoppable("Cannot back up", (signal) => backUp(signal, openEmbedded));
}

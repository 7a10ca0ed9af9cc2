import { rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type ObjectStore, objectStore } from "#lib/clients/object-store";
import { countOf, formatBytes } from "#lib/core/count";
import { settings } from "#lib/core/settings";
import { withClient } from "#lib/db/with-client";
import { ArchiveWriter } from "#selfhost/backup/archive";
import { backUpFiles } from "#selfhost/backup/copy-files";
import { dumpDatabase } from "#selfhost/backup/dump-database";
import type { Manifest } from "#selfhost/backup/manifest";
import { loadEnvFile, ROOT } from "#selfhost/checkout";
import { type OpenEmbedded, openCommandDatabase, runStoppable } from "#selfhost/command";
import { StartError } from "#selfhost/lifecycle";

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
  const database = await openCommandDatabase(given.directDatabaseUrl, given, openEmbedded);
  try {
    const { tables, files } = await createBackup({
      databaseUrl: database.url,
      store: objectStore(),
      folder,
      log: console.log,
      signal,
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${folder}: ${countOf(rows, "row")} and ${countOf(files.count, "uploaded file")} (${formatBytes(files.bytes)}) in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`,
    );
    if (files.missingCount > 0)
      console.log(
        `Missing (deleted during the backup, or lost): ${countOf(files.missingCount, "file")}. See "missing" in manifest.json.`,
      );
    console.log("SECRET_KEY isn't part of the backup. Keep it somewhere else.");
  } finally {
    await database.stop();
  }
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

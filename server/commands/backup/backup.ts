import { rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { withClient } from "#lib/adapters/db/with-client";
import { type ObjectStore, objectStore } from "#lib/adapters/files/object-store";
import { countOf, formatBytes } from "#lib/core/count";
import { parseSettings, settings } from "#lib/core/settings/settings";
import {
  type ArchiveWriter,
  createArchive,
  inParallel,
  readLines,
} from "#server/commands/backup/archive";
import { dumpDatabase } from "#server/commands/backup/dump-database";
import type { RestoreJob } from "#server/commands/backup/load-database";
import {
  describeContent,
  filePath,
  type Manifest,
  secondsSince,
} from "#server/commands/backup/manifest";
import { requireSecretKey } from "#server/commands/backup/secret-key";
import { runStoppable } from "#server/commands/command";
import { findPackage } from "#server/postgres/cluster";
import { withDatabase } from "#server/postgres/embedded-database";
import { loadEnvironment, ROOT } from "#server/start/checkout";
import { StartError } from "#server/start/lifecycle";

/** A signal ends the backup, which leaves nothing behind. */
type BackupOptions = Pick<RestoreJob, "folder" | "log" | "signal"> & {
  databaseUrl: string;
  store: ObjectStore;
};

const OBJECTS = "objects.list";
/** The maximum number of missing files listed in the manifest, whatever is wrong with the storage. */
const NAMED_MISSING = 100;

/**
 * Copies uploaded files to a backup. They never change, so they can be read after the snapshot. One that
 * was deleted in between is counted as missing.
 */
async function backUpFiles(store: ObjectStore, archive: ArchiveWriter): Promise<Manifest["files"]> {
  const files: Manifest["files"] = { count: 0, bytes: 0, missingCount: 0, missing: [] };
  await inParallel(readLines(archive.draft, OBJECTS), async (key) => {
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
    const objectList = join(archive.draft, OBJECTS);
    log("Backing up the database");
    const database = await withClient(databaseUrl, (client) =>
      dumpDatabase(client, archive, objectList),
    );
    log("Backing up uploaded files");
    const manifest = { ...database, files: await backUpFiles(store, archive) };
    await rm(objectList);
    await archive.complete(manifest);
    return manifest;
  } catch (error) {
    await archive.discard();
    throw error;
  }
}

/** Requires an existing database. Otherwise, a wrong DATA_DIR would get a new one. */
async function requireDatabase(dataDir: string): Promise<void> {
  if (!(await stat(join(dataDir, "postgres")).catch(() => undefined)))
    throw new StartError(`DATA_DIR: there's no database in ${dataDir}`);
}

async function backUp(signal: AbortSignal): Promise<void> {
  const startedAt = Date.now();
  loadEnvironment();
  const { databaseUrl: ownUrl, dataDir: givenDir } = parseSettings(process.env);
  const dataDir = resolve(ROOT, givenDir);
  if (!ownUrl && findPackage()) await requireDatabase(dataDir);
  await requireSecretKey(dataDir);
  const given = settings();
  const name = new Date(startedAt).toISOString().replaceAll(/[:.]/g, "-");
  const folder = resolve(ROOT, process.argv[2] ?? join(dataDir, "backups", name));
  const manifest = await withDatabase(given.directDatabaseUrl, given, (databaseUrl) =>
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
 * Runs `npm run backup [-- <folder>]`: the database and the uploaded files, whether the service is
 * running or not. A failure is reported and becomes the exit code.
 */
export function runBackup(): Promise<void> {
  return runStoppable("Cannot back up", backUp);
}

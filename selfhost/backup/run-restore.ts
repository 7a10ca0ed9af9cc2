import { resolve } from "node:path";
import { objectStore } from "#lib/clients/object-store";
import { countOf } from "#lib/core/count";
import { knownKeyIds } from "#lib/core/secrets";
import { parseSettings, SettingsError, settings } from "#lib/core/settings";
import { checkBackup, restoreBackup } from "#selfhost/backup/restore-backup";
import { loadEnvFile, ROOT } from "#selfhost/checkout";
import { type OpenEmbedded, openCommandDatabase, runStoppable } from "#selfhost/command";
import { openDataFolder, readSecret } from "#selfhost/data-folder";
import { StartError } from "#selfhost/lifecycle";

/** The key isn't part of the backup, and a new one couldn't read it. */
async function requireSecretKey(dataDir: string): Promise<void> {
  process.env.SECRET_KEY ||= await readSecret(dataDir, "secret-key");
  if (!process.env.SECRET_KEY)
    throw new SettingsError(
      "SECRET_KEY is missing; set it to the key of the backed-up service, or copy the file secret-key of its data folder to DATA_DIR",
    );
}

async function restore(signal: AbortSignal, openEmbedded: OpenEmbedded | undefined) {
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
  const database = await openCommandDatabase(given.directDatabaseUrl, given, openEmbedded);
  try {
    await restoreBackup({
      folder,
      manifest,
      databaseUrl: database.url,
      store: objectStore(),
      log: console.log,
      signal,
    });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Restored the backup of ${manifest.createdAt}: ${countOf(rows, "row")} and ${countOf(manifest.files.count, "uploaded file")} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`,
    );
  } finally {
    await database.stop();
  }
}

/**
 * `npm run restore -- <folder>`: restores a backup into an empty database and the storage. A failure is
 * reported and becomes the exit code.
 *
 * @param openEmbedded - left out where there is no PostgreSQL
 */
export function runRestore(openEmbedded?: OpenEmbedded): Promise<void> {
  return runStoppable("Cannot restore", (signal) => restore(signal, openEmbedded));
}

import { resolve } from "node:path";
import { applyMigrations, listPending } from "#lib/adapters/db/migrate";
import { countOf } from "#lib/core/count";
import { settings } from "#lib/core/settings/settings";
import { SettingsError } from "#lib/core/settings/settings-error";
import { runCommand } from "#server/commands/command";
import { findPackage } from "#server/postgres/cluster";
import { withDatabase } from "#server/postgres/embedded-database";
import { loadEnvironment, ROOT } from "#server/start/checkout";
import { openDataFolder } from "#server/start/data-folder";
import { StartError } from "#server/start/lifecycle";

type Urls = Pick<ReturnType<typeof settings>, "databaseUrl" | "directDatabaseUrl">;

/** Converts a failure to one line that names the setting. */
async function withStartError<T>(setting: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const reason = (error instanceof Error && error.message) || code || String(error);
    throw new StartError(`${setting}: the database can't be used: ${reason}`);
  }
}

/**
 * Migrates an operator's own database, bypassing its pooler if DIRECT_DATABASE_URL is set, and
 * returns the names of the applied migrations.
 *
 * @throws {StartError} with one line that names the setting
 */
export async function migrateDatabase(
  { databaseUrl, directDatabaseUrl }: Urls,
  log: (line: string) => void,
): Promise<string[]> {
  if (!databaseUrl || !directDatabaseUrl)
    throw new SettingsError("DATABASE_URL is missing; set it to the PostgreSQL database to use");
  const isDirect = directDatabaseUrl !== databaseUrl;
  const setting = isDirect ? "DIRECT_DATABASE_URL" : "DATABASE_URL";
  const applied = await withStartError(setting, applyMigrations(directDatabaseUrl, { log }));
  if (!isDirect) return applied;
  const pending = await withStartError("DATABASE_URL", listPending(databaseUrl));
  if (pending.length > 0)
    throw new StartError(
      `DATABASE_URL: the database lacks the migration ${pending[0]} that DIRECT_DATABASE_URL has; both must point to the same database`,
    );
  return applied;
}

/** Applies pending migrations to the database of the settings. */
export function runMigrations(): Promise<void> {
  return runCommand("Cannot migrate", async () => {
    loadEnvironment();
    const given = settings();
    const isEmbedded = !given.databaseUrl && findPackage() !== undefined;
    if (isEmbedded) await openDataFolder(resolve(ROOT, given.dataDir), console.log);
    const applied = isEmbedded
      ? await withDatabase(undefined, given, (url) => applyMigrations(url, { log: console.log }))
      : await migrateDatabase(given, console.log);
    console.log(`${countOf(applied.length, "migration")} applied. The database is up to date.`);
  });
}

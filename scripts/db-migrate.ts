import { mkdir } from "node:fs/promises";
import { settings } from "#lib/core/settings";
import { applyMigrations } from "#lib/db/migrate";
import { loadEnvFile } from "#selfhost/checkout";
import { reportFailure } from "#selfhost/lifecycle";
import { migrateDatabase } from "#selfhost/migrate-database";
import { startEmbeddedDatabase } from "#selfhost/postgres/embedded-database";

async function migrateEmbedded(dataDir: string): Promise<string[]> {
  await mkdir(dataDir, { recursive: true });
  const database = await startEmbeddedDatabase({ dataDir, log: console.log });
  try {
    return await applyMigrations(database.url, { log: console.log });
  } finally {
    await database.stop();
  }
}

try {
  loadEnvFile();
  const given = settings();
  const applied = given.databaseUrl
    ? await migrateDatabase(given, console.log)
    : await migrateEmbedded(given.dataDir);
  console.log(`${applied.length} applied, the database is up to date`);
} catch (error) {
  reportFailure("Cannot migrate", error);
  process.exitCode = 1;
}

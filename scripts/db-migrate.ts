import { mkdir } from "node:fs/promises";
import { settings } from "#lib/core/settings";
import { applyMigrations } from "#lib/db/migrate";
import { startEmbeddedDatabase } from "#scripts/embedded-database";

const { databaseUrl, dataDir } = settings();
if (databaseUrl) {
  const applied = await applyMigrations(databaseUrl, { log: console.log });
  console.log(`${applied.length} applied, the database is up to date`);
} else {
  await mkdir(dataDir, { recursive: true });
  const database = await startEmbeddedDatabase({ dataDir, log: console.log });
  try {
    const applied = await applyMigrations(database.url, { log: console.log });
    console.log(`${applied.length} applied, the database is up to date`);
  } finally {
    await database.stop();
  }
}

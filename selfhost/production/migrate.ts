import { settings } from "#lib/core/settings";
import { loadEnvFile } from "#selfhost/checkout";
import { reportFailure } from "#selfhost/lifecycle";
import { migrateDatabase } from "#selfhost/migrate-database";

try {
  loadEnvFile();
  const applied = await migrateDatabase(settings(), console.log);
  console.log(`${applied.length} applied, the database is up to date`);
} catch (error) {
  reportFailure("Cannot migrate", error);
  process.exitCode = 1;
}

import { mkdir } from "node:fs/promises";
import { runMigrations } from "#selfhost/migrate-database";
import { startEmbeddedDatabase } from "#selfhost/postgres/embedded-database";

await runMigrations(async (options) => {
  await mkdir(options.dataDir, { recursive: true });
  return startEmbeddedDatabase(options);
});

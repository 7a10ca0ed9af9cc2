import pg from "pg";
import { inject } from "vitest";
import { registerDrainTrigger } from "#lib/domain/deliveries/drain-trigger";
import { createDatabaseSql } from "#tests/support/setup/test-postgres";

/** Copies the migrated template for this worker. */
async function createDatabase(): Promise<string> {
  const serverUrl = inject("serverUrl");
  const name = `test_${process.env.VITEST_POOL_ID ?? 1}`;
  const server = new pg.Client({ connectionString: inject("adminUrl") });
  await server.connect();
  await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await server.query(`${createDatabaseSql(name, serverUrl)} TEMPLATE template`);
  await server.end();
  return new URL(`/${name}`, serverUrl).href;
}

process.env.DATABASE_URL = await createDatabase();

// Tests drain when they want to; otherwise each submission would wait for its turn to call the cron route.
registerDrainTrigger(() => undefined);

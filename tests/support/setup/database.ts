import pg from "pg";
import { inject } from "vitest";
import { countDrainTriggers } from "#tests/support/contract/drain-triggers";
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

countDrainTriggers();

import pg from "pg";
import { inject } from "vitest";

/** A copy of the migrated template for this worker alone. */
async function createDatabase(): Promise<string> {
  const serverUrl = inject("serverUrl");
  const name = `test_${process.env.VITEST_POOL_ID ?? 1}`;
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await server.query(`CREATE DATABASE ${name} TEMPLATE template`);
  await server.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

// A running server (`TEST_BASE_URL`) has a database of its own, which the tests then share with it.
process.env.DATABASE_URL = process.env.TEST_DATABASE_URL ?? (await createDatabase());

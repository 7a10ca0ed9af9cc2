import pg from "pg";
import { expect, inject, test } from "vitest";
import { applyMigrations, readMigrations } from "#lib/adapters/db/migrate";
import { drillWithPosts } from "#tests/support/drills/pooled-drill";
import { POOL_SIZE } from "#tests/support/setup/pooler";
import { createDatabaseSql } from "#tests/support/setup/test-postgres";

/** Runs one statement directly, bypassing the pooler. */
async function direct(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: inject("adminUrl") });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

test("500 concurrent submissions and other API calls succeed without named statements", async () => {
  await drillWithPosts();
}, 120_000);

test("leaves no session state in connections that return to the pooler", async () => {
  const clients = Array.from(
    { length: POOL_SIZE },
    () => new pg.Client({ connectionString: process.env.DATABASE_URL }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  for (const client of clients) {
    await client.query("BEGIN");
    const { rows } = await client.query(`
      SELECT (SELECT count(*)::int FROM pg_prepared_statements) AS statements,
        current_setting('idle_in_transaction_session_timeout') AS "idleTimeout",
        current_setting('lock_timeout') AS "lockTimeout"`);
    expect(rows).toEqual([{ statements: 0, idleTimeout: "0", lockTimeout: "0" }]);
  }
  await Promise.all(clients.map((client) => client.end()));
});

test("concurrent starts migrate an empty database through the pooler", async () => {
  const name = `/pooled_migrations_${process.env.VITEST_POOL_ID}`;
  await direct(createDatabaseSql(name.slice(1), inject("serverUrl")));
  const url = new URL(name, process.env.DATABASE_URL).href;
  const starts = await Promise.all([1, 2, 3].map(() => applyMigrations(url)));
  const names = (await readMigrations()).map((migration) => migration.name);
  expect(starts.flat().sort()).toEqual(names);
});

import { readFile } from "node:fs/promises";
import { beforeEach, expect, inject, test } from "vitest";
import { applyMigrations, type Migration, readMigrations } from "#lib/adapters/db/migrate";
import { withClient } from "#lib/adapters/db/with-client";
import { release } from "#lib/core/settings/settings";
import { diffSchema } from "#tests/support/setup/diff-schema";
import { createDatabaseSql } from "#tests/support/setup/test-postgres";

let url: string;
let made = 0;

async function run(connectionString: string, ...statements: string[]): Promise<void> {
  await withClient(connectionString, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

const migration = (name: string, sql: string): Migration => ({
  name,
  sql,
  checksum: Buffer.from(sql).toString("hex").slice(0, 64),
});

const first = migration("1_first", "CREATE TABLE first (id int)");

beforeEach(async () => {
  const name = `migrations_${process.env.VITEST_POOL_ID}_${++made}`;
  url = new URL(`/${name}`, inject("serverUrl")).href;
  const created = createDatabaseSql(name, url);
  await run(inject("adminUrl"), `DROP DATABASE IF EXISTS ${name}`, created);
});

test("the project's migrations produce exactly its Prisma schema", async () => {
  const schema = await readFile("prisma/schema.prisma", "utf8");
  const missing = await diffSchema(url, await readMigrations(), schema);
  expect(missing, `the unreleased migration lacks this SQL:\n\n${missing}`).toBe("");
});

test("simultaneous starts apply each migration once", async () => {
  const second = migration("2_second", "CREATE TABLE second (id int); SELECT pg_sleep(0.1)");
  const starts = [1, 2, 3, 4].map(() => applyMigrations(url, { migrations: [first, second] }));
  const applied = (await Promise.all(starts)).flat();
  expect(applied.sort()).toEqual(["1_first", "2_second"]);
  expect(await applyMigrations(url, { migrations: [first, second] })).toEqual([]);
});

test("a failed migration is rolled back and can be applied once fixed", async () => {
  const broken = migration("2_second", "CREATE TABLE second (id int); SELECT * FROM nowhere");
  await expect(applyMigrations(url, { migrations: [first, broken] })).rejects.toThrow(
    'migration 2_second failed and was rolled back: relation "nowhere" does not exist',
  );
  const fixed = migration("2_second", "CREATE TABLE second (id int)");
  expect(await applyMigrations(url, { migrations: [first, fixed] })).toEqual(["2_second"]);
});

test("a database of an unreleased build is named as that, and left as it is", async () => {
  await applyMigrations(url, { migrations: [migration("1_first", "CREATE TABLE other (id int)")] });
  const second = migration("2_second", "CREATE TABLE second (id int)");
  await expect(applyMigrations(url, { migrations: [first, second] })).rejects.toThrow(
    `an unreleased build of the service made the database: its migration 1_first isn't the one of ${release().version}`,
  );
  await expect(run(url, "SELECT FROM second")).rejects.toThrow("does not exist");
});

test("an older version doesn't start on a newer database, unless the newer migrations say that it can", async () => {
  const second = migration("2_second", "CREATE TABLE second (id int)");
  const third = migration(
    "3_third",
    "-- A table.\n-- compatible-with: 2_second\nCREATE TABLE third (id int)",
  );
  await applyMigrations(url, { migrations: [first, second, third] });
  expect(await applyMigrations(url, { migrations: [first, second] })).toEqual([]);
  await expect(applyMigrations(url, { migrations: [first] })).rejects.toThrow(
    `a later version of the service has updated the database: ${release().version} doesn't have its migration 2_second`,
  );
});

test("rejects a migration that Prisma recorded as failed", async () => {
  await applyMigrations(url, { migrations: [first] });
  await run(url, "UPDATE _prisma_migrations SET finished_at = NULL");
  await expect(applyMigrations(url, { migrations: [first] })).rejects.toThrow(
    "migration 1_first is recorded as failed",
  );
});

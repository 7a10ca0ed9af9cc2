import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { withClient } from "#lib/db/with-client";

/** The migrations of a checkout or a production folder, where every command runs. */
const MIGRATIONS_DIR = "prisma/migrations";

/** Prisma's own table, so that `prisma migrate deploy` and `migrate status` stay usable. */
const CREATE_HISTORY = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

const RECORD_APPLIED = `INSERT INTO _prisma_migrations
  (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
  VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`;

const READ_HISTORY = `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished"
  FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`;

/** One folder of `prisma/migrations`; the checksum is the one that Prisma records. */
export type Migration = { name: string; sql: string; checksum: string };

/** The migrations of the project, oldest first. */
export async function readMigrations(): Promise<Migration[]> {
  const entries = await readdir(MIGRATIONS_DIR, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(MIGRATIONS_DIR, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

type Applied = { name: string; checksum: string; isFinished: boolean };

/** The migrations recorded in a database, oldest first. */
export async function readHistory(client: pg.Client): Promise<Applied[]> {
  const table = await client.query("SELECT to_regclass('_prisma_migrations') AS found");
  if (table.rows[0]?.found === null) return [];
  return (await client.query<Applied>(READ_HISTORY)).rows;
}

/**
 * The migrations that a database lacks.
 *
 * @throws when one is recorded as failed, or was edited since
 */
export async function findPending(
  client: pg.Client,
  migrations: Migration[],
): Promise<Migration[]> {
  const history = await readHistory(client);
  const unfinished = history.find((row) => !row.isFinished);
  if (unfinished)
    throw new Error(
      `migration ${unfinished.name} is recorded as failed; see "prisma migrate resolve"`,
    );
  const applied = new Map(history.map((row) => [row.name, row.checksum]));
  const edited = migrations.find(({ name, checksum }) => {
    const recorded = applied.get(name);
    return recorded !== undefined && recorded !== checksum;
  });
  if (edited) throw new Error(`migration ${edited.name} was edited after it was applied`);
  return migrations.filter(({ name }) => !applied.has(name));
}

/** The names of the migrations that a database lacks. */
export async function listPending(databaseUrl: string): Promise<string[]> {
  const migrations = await readMigrations();
  const pending = await withClient(databaseUrl, (client) => findPending(client, migrations));
  return pending.map(({ name }) => name);
}

/** Creates the table of the applied migrations unless it's there. */
export async function createHistory(client: pg.Client): Promise<void> {
  await client.query(CREATE_HISTORY);
}

/** Records a migration as applied, in the transaction that applies it. */
export async function recordApplied(
  client: pg.Client,
  { name, checksum }: Migration,
): Promise<void> {
  await client.query(RECORD_APPLIED, [randomUUID(), checksum, name]);
}

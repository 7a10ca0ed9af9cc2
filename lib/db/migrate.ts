import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { withClient } from "#lib/db/with-client";

/** The migrations of a checkout or a production folder, where every command runs. */
const MIGRATIONS_DIR = "prisma/migrations";
const ADVISORY_LOCK = 7_204_519_307;
/** The time a migration may wait for a table: queries queue behind it until then. */
const LOCK_TIMEOUT_MS = 1_000;
/** By SQLSTATE: what to do about a failure. */
const HINTS: Readonly<Record<string, string>> = {
  "42501":
    "; grant CREATE on the database and its schema to this role, or set DIRECT_DATABASE_URL to a role that has it",
  "55P03":
    ": another query uses a table that it changes; start again after long-running queries, such as a dump or a report, have finished",
};

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

async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const history = await readHistory(client);
  const unfinished = history.find((row) => !row.isFinished);
  if (unfinished)
    throw new Error(
      `migration ${unfinished.name} is recorded as failed; see "prisma migrate resolve"`,
    );
  const applied = new Map(history.map((row) => [row.name, row.checksum]));
  const edited = migrations.find((own) => (applied.get(own.name) ?? own.checksum) !== own.checksum);
  if (edited) throw new Error(`migration ${edited.name} was edited after it was applied`);
  return migrations.filter(({ name }) => !applied.has(name));
}

/** The names of the migrations that a database lacks. */
export async function listPending(databaseUrl: string): Promise<string[]> {
  const migrations = await readMigrations();
  const pending = await withClient(databaseUrl, (client) => findPending(client, migrations));
  return pending.map(({ name }) => name);
}

/**
 * Applies those of the migrations that are pending, in the caller's transaction, which keeps other starts
 * waiting until it ends. It never waits long for a table.
 *
 * @returns the names of those applied
 */
export async function applyInTransaction(
  client: pg.Client,
  migrations: Migration[],
): Promise<string[]> {
  // Whatever the role or the database sets.
  await client.query(
    `SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0;
     SET LOCAL idle_in_transaction_session_timeout = '60s'`,
  );
  await client.query(`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`);
  await client.query(`${CREATE_HISTORY}; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  const pending = await findPending(client, migrations);
  for (const { name, sql, checksum } of pending) {
    await client.query(sql);
    await client.query(RECORD_APPLIED, [randomUUID(), checksum, name]);
  }
  return pending.map(({ name }) => name);
}

async function applyMigration(client: pg.Client, migration: Migration): Promise<string[]> {
  await client.query("BEGIN");
  try {
    const applied = await applyInTransaction(client, [migration]);
    await client.query("COMMIT");
    return applied;
  } catch (cause) {
    await client.query("ROLLBACK").catch(() => undefined);
    const reason = cause instanceof Error ? cause.message : String(cause);
    const hint = cause instanceof pg.DatabaseError ? (HINTS[cause.code ?? ""] ?? "") : "";
    throw new Error(`migration ${migration.name} failed and was rolled back: ${reason}${hint}`, {
      cause,
    });
  }
}

/**
 * Applies pending migrations and returns their names. Each migration and its record are one transaction
 * under an advisory lock: a kill leaves nothing half done, simultaneous starts take turns, and a pooler
 * in transaction mode works. An up-to-date database costs two queries.
 *
 * @throws with one line that names the migration
 */
export async function applyMigrations(
  databaseUrl: string,
  options: { log?: (line: string) => void; migrations?: Migration[] } = {},
): Promise<string[]> {
  const migrations = options.migrations ?? (await readMigrations());
  return withClient(databaseUrl, async (client) => {
    const applied: string[] = [];
    for (const migration of await findPending(client, migrations)) {
      options.log?.(`Applying database migration ${migration.name}`);
      applied.push(...(await applyMigration(client, migration)));
    }
    return applied;
  });
}

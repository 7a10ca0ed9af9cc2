import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { withClient } from "#lib/db/with-client";

/** Of a checkout or a production folder, where every command runs. */
const MIGRATIONS_DIR = "prisma/migrations";
const ADVISORY_LOCK = 7_204_519_307;
/** How long a migration may wait for a table at a time: queries queue behind it meanwhile. */
const LOCK_TIMEOUT_MS = 1_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
/** How long it keeps trying. */
const PATIENCE_MS = 120_000;
/** A lock that was not available in time, and a deadlock (SQLSTATE). */
const LOCKED_OUT = ["55P03", "40P01"];
const NOT_PERMITTED = "42501";

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

/**
 * A migration of one statement that builds an index of a large table without blocking its writers. Such a
 * statement can't run in a transaction.
 */
const CONCURRENT_BUILD = /^CREATE INDEX CONCURRENTLY IF NOT EXISTS (\w+) /m;
/** What a build that was interrupted leaves behind. */
const IS_UNFINISHED = "SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid";

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
  const edited = migrations.find(({ name, checksum }) => {
    const recorded = applied.get(name);
    return recorded !== undefined && recorded !== checksum;
  });
  if (edited) throw new Error(`migration ${edited.name} was edited after it was applied`);
  return migrations.filter(({ name }) => !applied.has(name));
}

type Progress = { log: (line: string) => void; patienceMs?: number };

function codeOf(error: unknown): unknown {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/**
 * Waits for other starts without a limit, whatever the role or the database sets. Each try is a transaction
 * of its own, because an index that the other start builds concurrently waits for transactions.
 */
async function waitForTurn(client: pg.Client, log: Progress["log"]): Promise<void> {
  for (let isWaiting = false; ; isWaiting = true) {
    await client.query(
      `SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0;
       SET LOCAL idle_in_transaction_session_timeout = '60s'`,
    );
    const { rows } = await client.query<{ is_first: boolean }>(
      "SELECT pg_try_advisory_xact_lock($1) AS is_first",
      [ADVISORY_LOCK],
    );
    if (rows[0]?.is_first) return;
    if (!isWaiting) log("Waiting for another process to finish applying migrations");
    await client.query("ROLLBACK AND CHAIN");
    await sleep(FIRST_DELAY_MS);
  }
}

/**
 * Runs a migration within the transaction that holds the advisory lock. Where another transaction has
 * one of its tables, it releases all tables and retries later, so that requests never queue behind it
 * for long.
 */
async function runMigration(
  client: pg.Client,
  { name, sql }: Migration,
  { log, patienceMs = PATIENCE_MS }: Progress,
): Promise<void> {
  const endsAt = Date.now() + patienceMs;
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(2 * delayMs, MAX_DELAY_MS)) {
    await client.query(`SAVEPOINT attempt; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    try {
      await client.query(sql);
      return;
    } catch (error) {
      if (!LOCKED_OUT.includes(String(codeOf(error)))) throw error;
      await client.query("ROLLBACK TO SAVEPOINT attempt");
    }
    if (Date.now() + delayMs > endsAt)
      throw new Error(
        `a table it changes stayed locked for ${patienceMs / 1000} s; try again after long-running queries, such as a dump or a report, have finished`,
      );
    log(`Migration ${name}: a table is locked by another query; retrying in ${delayMs / 1000} s`);
    await sleep(delayMs);
  }
}

async function applyOnce(
  client: pg.Client,
  migration: Migration,
  progress: Progress,
  run: () => Promise<void>,
): Promise<boolean> {
  await waitForTurn(client, progress.log);
  await client.query(CREATE_HISTORY);
  const pending = await findPending(client, [migration]);
  if (pending.length === 0) return false;
  await run();
  await client.query(RECORD_APPLIED, [randomUUID(), migration.checksum, migration.name]);
  return true;
}

/**
 * Applies a migration in the caller's transaction, which then keeps other starts waiting until it ends. An
 * index that would be built concurrently blocks writers here: meant for a database that no one uses yet.
 *
 * @returns whether it was pending
 */
export function applyInTransaction(
  client: pg.Client,
  migration: Migration,
  progress: Progress,
): Promise<boolean> {
  const sql = migration.sql.replace(/(?<=^CREATE INDEX )CONCURRENTLY /m, "");
  const run = () => runMigration(client, { ...migration, sql }, progress);
  return applyOnce(client, migration, progress, run);
}

/** Builds an index on a connection of its own, while the transaction of `client` keeps other starts waiting. */
async function buildIndex(
  client: pg.Client,
  databaseUrl: string,
  { sql }: Migration,
): Promise<void> {
  await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
  await withClient(databaseUrl, async (builder) => {
    await builder.query("SET lock_timeout = 0");
    await builder.query("SET statement_timeout = 0");
    const [, name = ""] = CONCURRENT_BUILD.exec(sql) ?? [];
    const { rowCount } = await builder.query(IS_UNFINISHED, [name]);
    if (rowCount) await builder.query(`DROP INDEX CONCURRENTLY ${name}`);
    await builder.query(sql);
  });
}

async function applyMigration(
  client: pg.Client,
  migration: Migration,
  progress: Progress & { databaseUrl: string },
): Promise<boolean> {
  await client.query("BEGIN");
  try {
    const build = () => buildIndex(client, progress.databaseUrl, migration);
    const isApplied = CONCURRENT_BUILD.test(migration.sql)
      ? await applyOnce(client, migration, progress, build)
      : await applyInTransaction(client, migration, progress);
    await client.query("COMMIT");
    return isApplied;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    const hint =
      codeOf(error) === NOT_PERMITTED
        ? "; grant CREATE on the database and its schema to this role, or set DIRECT_DATABASE_URL to a role that has it"
        : "";
    throw new Error(`migration ${migration.name} failed and was rolled back: ${reason}${hint}`, {
      cause: error,
    });
  }
}

/** The names of the migrations that a database lacks. */
export async function listPending(databaseUrl: string): Promise<string[]> {
  const migrations = await readMigrations();
  const pending = await withClient(databaseUrl, (client) => findPending(client, migrations));
  return pending.map(({ name }) => name);
}

/**
 * Applies pending migrations and returns their names. Each migration and its record are one transaction
 * under an advisory lock: a kill leaves nothing half done, simultaneous starts take turns, and a pooler
 * in transaction mode works. An index that is built concurrently comes before its record; the next start
 * builds it again if a kill interrupted it. An up-to-date database costs two queries.
 *
 * @param options.patienceMs - how long to retry while another transaction has one of the tables
 * @throws with one line that names the migration
 */
export async function applyMigrations(
  databaseUrl: string,
  options: { log?: (line: string) => void; migrations?: Migration[]; patienceMs?: number } = {},
): Promise<string[]> {
  const { log = () => undefined, patienceMs = PATIENCE_MS } = options;
  const migrations = options.migrations ?? (await readMigrations());
  return withClient(databaseUrl, async (client) => {
    const applied: string[] = [];
    for (const migration of await findPending(client, migrations)) {
      log(`Applying database migration ${migration.name}`);
      if (await applyMigration(client, migration, { databaseUrl, log, patienceMs }))
        applied.push(migration.name);
    }
    return applied;
  });
}

import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import {
  createHistory,
  findPending,
  type Migration,
  readMigrations,
  recordApplied,
} from "#lib/db/migrations";
import { withClient } from "#lib/db/with-client";

const ADVISORY_LOCK = 7_204_519_307;
/** The time a migration may wait for a table: queries queue behind it until then. */
const LOCK_TIMEOUT_MS = 1_000;
const RETRY_MS = 2_000;
/** The time after which it gives up. */
const PATIENCE_MS = 120_000;
/** A lock that was not available in time, and a deadlock (SQLSTATE). */
const LOCKED_OUT = ["55P03", "40P01"];
const NOT_PERMITTED = "42501";

type Progress = { log: (line: string) => void; patienceMs?: number };

function codeOf(error: unknown): unknown {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** Waits for other starts without a limit, whatever the role or the database sets. */
async function waitForTurn(client: pg.Client, log: Progress["log"]): Promise<void> {
  await client.query(
    `SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0;
     SET LOCAL idle_in_transaction_session_timeout = '60s'`,
  );
  const { rows } = await client.query<{ is_first: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCK}) AS is_first`,
  );
  if (rows[0]?.is_first) return;
  log("Waiting for another process to finish applying migrations");
  await client.query(`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`);
}

/**
 * Runs a migration within the transaction that holds the advisory lock. If another transaction has
 * one of its tables, it releases all tables and retries later, so that requests never queue behind it
 * for long.
 */
async function runMigration(
  client: pg.Client,
  { name, sql }: Migration,
  { log, patienceMs = PATIENCE_MS }: Progress,
): Promise<void> {
  const endsAt = Date.now() + patienceMs;
  for (;;) {
    await client.query(`SAVEPOINT attempt; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    try {
      await client.query(sql);
      return;
    } catch (error) {
      if (!LOCKED_OUT.includes(String(codeOf(error)))) throw error;
      await client.query("ROLLBACK TO SAVEPOINT attempt");
    }
    if (Date.now() + RETRY_MS > endsAt)
      throw new Error(
        `a table it changes stayed locked for ${patienceMs / 1000} s; try again after long-running queries, such as a dump or a report, have finished`,
      );
    log(`Migration ${name}: a table is locked by another query; retrying in ${RETRY_MS / 1000} s`);
    await sleep(RETRY_MS);
  }
}

/**
 * Applies a migration in the caller's transaction, which then keeps other starts waiting until it ends.
 *
 * @returns whether it was pending
 */
export async function applyInTransaction(
  client: pg.Client,
  migration: Migration,
  progress: Progress,
): Promise<boolean> {
  await waitForTurn(client, progress.log);
  await createHistory(client);
  const pending = await findPending(client, [migration]);
  if (pending.length === 0) return false;
  await runMigration(client, migration, progress);
  await recordApplied(client, migration);
  return true;
}

async function applyMigration(
  client: pg.Client,
  migration: Migration,
  progress: Progress,
): Promise<boolean> {
  await client.query("BEGIN");
  try {
    const isApplied = await applyInTransaction(client, migration, progress);
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

/**
 * Applies pending migrations and returns their names. Each migration and its record are one transaction
 * under an advisory lock: a kill leaves nothing half done, simultaneous starts take turns, and a pooler
 * in transaction mode works. An up-to-date database costs two queries.
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
      if (await applyMigration(client, migration, { log, patienceMs }))
        applied.push(migration.name);
    }
    return applied;
  });
}

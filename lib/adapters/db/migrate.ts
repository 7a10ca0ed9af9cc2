import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { withClient } from "#lib/adapters/db/with-client";
import { release } from "#lib/core/settings/settings";

/** Advice about a failure, by SQLSTATE. */
const HINTS: Readonly<Record<string, string>> = {
  "42501":
    "; grant CREATE on the database and its schema to this role, or set DIRECT_DATABASE_URL to a role that has it",
  "55P03":
    ": another query uses a table that it changes; start again after long-running queries, such as a dump or a report, have finished",
};

/** Overrides the timeouts of the role and the database. */
const SET_LIMITS = `SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = '60s'`;

/** Prisma's own table, so that `prisma migrate deploy` and `migrate status` stay usable. */
const CREATE_HISTORY = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

const RECORD_APPLIED = `INSERT INTO _prisma_migrations
  (id, checksum, migration_name, logs, started_at, finished_at, applied_steps_count)
  VALUES ($1, $2, $3, $4, now(), clock_timestamp(), 1)`;
const READ_HISTORY = `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished",
  substring(logs FROM '^-- compatible-with: (\\S+)$') AS "compatibleWith"
  FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`;

/**
 * The line in a migration with the newest migration of older code that still works with it. It's recorded together
 * with the migration.
 */
const COMPATIBLE = /^-- compatible-with: \S+$/m;

/** A folder of `prisma/migrations`; the checksum is the one that Prisma records. */
export type Migration = { name: string; sql: string; checksum: string };
type Applied = Omit<Migration, "sql"> & { isFinished: boolean; compatibleWith: string | null };

/**
 * Thrown if this version can't migrate the database as it is. One line has the reason and what to
 * do.
 */
export class MigrationError extends Error {
  override name = "MigrationError";
}

/**
 * Reads the migrations of the checkout or production folder that this process runs in, oldest
 * first.
 */
export async function readMigrations(): Promise<Migration[]> {
  const folder = join(/* turbopackIgnore: true */ process.cwd(), "prisma/migrations");
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/** Reads the migrations recorded in a database, oldest first. */
export async function readHistory(client: pg.ClientBase | pg.Pool): Promise<Applied[]> {
  const table = await client.query("SELECT to_regclass('_prisma_migrations') AS found");
  if (table.rows[0]?.found === null) return [];
  return (await client.query<Applied>(READ_HISTORY)).rows;
}

/**
 * Requires that this code can run on a newer database, which every later migration must declare.
 */
async function requireNotNewer(client: pg.Client, migrations: Migration[]): Promise<void> {
  const newest = migrations.at(-1)?.name ?? "";
  const later = (await readHistory(client)).find(
    ({ name, compatibleWith }) =>
      name > newest && (compatibleWith === null || compatibleWith > newest),
  );
  if (later)
    throw new MigrationError(
      `a later version of the service has updated the database: ${release().version} doesn't have its migration ${later.name}. Start that version, or restore a backup from before the update`,
    );
}

async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const history = await readHistory(client);
  const unfinished = history.find((row) => !row.isFinished)?.name;
  if (unfinished)
    throw new MigrationError(
      `migration ${unfinished} is recorded as failed; see "prisma migrate resolve"`,
    );
  const applied = new Map(history.map((row) => [row.name, row.checksum]));
  const edited = migrations.find((own) => (applied.get(own.name) ?? own.checksum) !== own.checksum);
  if (edited)
    throw new MigrationError(
      `an unreleased build of the service made the database: its migration ${edited.name} isn't the one of ${release().version}. Go on with that build, or use another database`,
    );
  return migrations.filter(({ name }) => !applied.has(name));
}

/** Lists the names of the migrations that a database lacks. */
export async function listPending(databaseUrl: string): Promise<string[]> {
  const migrations = await readMigrations();
  return withClient(databaseUrl, async (client) => {
    const pending = await findPending(client, migrations);
    await requireNotNewer(client, migrations);
    return pending.map(({ name }) => name);
  });
}

/**
 * Applies the pending migrations in the caller's transaction, which makes other starting processes wait
 * until it ends. Returns the names of those applied.
 */
export async function applyInTransaction(
  client: pg.Client,
  migrations: Migration[],
): Promise<string[]> {
  await client.query(SET_LIMITS);
  await client.query("SELECT pg_advisory_xact_lock(7204519307)");
  // A migration doesn't wait longer for a table: queries queue behind it until then.
  await client.query(`${CREATE_HISTORY}; SET LOCAL lock_timeout = '1s'`);
  const pending = await findPending(client, migrations);
  for (const { name, sql, checksum } of pending) {
    await client.query(sql);
    const compatible = COMPATIBLE.exec(sql)?.[0] ?? null;
    await client.query(RECORD_APPLIED, [randomUUID(), checksum, name, compatible]);
  }
  return pending.map(({ name }) => name);
}

/**
 * Applies pending migrations and returns their names. Each migration and its record are one transaction:
 * killing the process leaves nothing half done, processes that start simultaneously take turns, and a
 * pooler in transaction mode works.
 *
 * @throws {MigrationError} that names the migration
 */
export async function applyMigrations(
  databaseUrl: string,
  options: { log?: (line: string) => void; migrations?: Migration[] } = {},
): Promise<string[]> {
  const migrations = options.migrations ?? (await readMigrations());
  return withClient(databaseUrl, async (client) => {
    const applied: string[] = [];
    const pending = await findPending(client, migrations);
    await requireNotNewer(client, migrations);
    for (const migration of pending) {
      options.log?.(`Applying database migration ${migration.name}`);
      try {
        await client.query("BEGIN");
        applied.push(...(await applyInTransaction(client, [migration])));
        await client.query("COMMIT");
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        const hint = cause instanceof pg.DatabaseError ? (HINTS[cause.code ?? ""] ?? "") : "";
        const message = `migration ${migration.name} failed and was rolled back: ${reason}${hint}`;
        throw new MigrationError(message, { cause });
      }
    }
    return applied;
  });
}

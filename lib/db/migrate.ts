import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";

const MIGRATIONS_DIR = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
const ADVISORY_LOCK = 7_204_519_307;

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
  FROM _prisma_migrations WHERE rolled_back_at IS NULL`;

/** One folder of `prisma/migrations`; the checksum is the one that Prisma records. */
export type Migration = { name: string; sql: string; checksum: string };

/** The migrations of the project, oldest first. */
export async function readMigrations(): Promise<Migration[]> {
  const entries = await readdir(MIGRATIONS_DIR, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(MIGRATIONS_DIR, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const table = await client.query("SELECT to_regclass('_prisma_migrations') AS found");
  if (table.rows[0]?.found === null) return migrations;
  const history = await client.query<{ name: string; checksum: string; isFinished: boolean }>(
    READ_HISTORY,
  );
  const unfinished = history.rows.find((row) => !row.isFinished);
  if (unfinished)
    throw new Error(
      `migration ${unfinished.name} is recorded as failed: see "prisma migrate resolve"`,
    );
  const applied = new Map(history.rows.map((row) => [row.name, row.checksum]));
  const edited = migrations.find(({ name, checksum }) => {
    const recorded = applied.get(name);
    return recorded !== undefined && recorded !== checksum;
  });
  if (edited) throw new Error(`migration ${edited.name} was edited after it had been applied`);
  return migrations.filter(({ name }) => !applied.has(name));
}

async function applyMigration(client: pg.Client, migration: Migration): Promise<boolean> {
  await client.query("BEGIN");
  try {
    await client.query("SELECT pg_advisory_xact_lock($1)", [ADVISORY_LOCK]);
    await client.query(CREATE_HISTORY);
    const pending = await findPending(client, [migration]);
    if (pending.length > 0) {
      await client.query(migration.sql);
      await client.query(RECORD_APPLIED, [randomUUID(), migration.checksum, migration.name]);
    }
    await client.query("COMMIT");
    return pending.length > 0;
  } catch (error) {
    await client.query("ROLLBACK");
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`migration ${migration.name} failed and was undone: ${reason}`, {
      cause: error,
    });
  }
}

/**
 * Brings a database to the newest migration and answers the names of those applied. Each migration
 * and its record are one transaction under an advisory lock: a kill on the way leaves nothing half
 * done, and starters that come at once do not meet. An up-to-date database costs two queries.
 *
 * @throws with one line that names the migration
 */
export async function applyMigrations(
  databaseUrl: string,
  options: { log?: (line: string) => void; migrations?: Migration[] } = {},
): Promise<string[]> {
  const migrations = options.migrations ?? (await readMigrations());
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const pending = await findPending(client, migrations);
    const applied: string[] = [];
    for (const migration of pending) {
      options.log?.(`Applying database migration ${migration.name}`);
      if (await applyMigration(client, migration)) applied.push(migration.name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

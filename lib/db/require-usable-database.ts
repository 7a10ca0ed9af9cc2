import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "#lib/core/errors";
import { SettingsError } from "#lib/core/settings";
import { withTimeout } from "#lib/core/with-timeout";
import { pool } from "#lib/db/database";
import { requireFittingKey } from "#lib/db/installation-key";

/** Shorter than what proxies usually wait for a check. */
const DEADLINE_MS = 3_000;

const APPLIED = `
SELECT migration_name AS name FROM _prisma_migrations
WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;

async function findMissingMigration(): Promise<string | undefined> {
  const folder = join(/* turbopackIgnore: true */ process.cwd(), "prisma/migrations");
  const entries = await readdir(folder, { withFileTypes: true });
  const { rows: tables } = await pool().query<{ isThere: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "isThere"`,
  );
  const { rows } = tables[0]?.isThere
    ? await pool().query<{ name: string }>(APPLIED)
    : { rows: [] };
  const applied = new Set(rows.map(({ name }) => name));
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return names.sort().find((name) => !applied.has(name));
}

/** Migrations don't change under a running process: once they fit, they aren't read again. */
let isMigrated = false;

async function check(): Promise<void> {
  await pool().query("SELECT 1");
  if (!isMigrated) {
    const missing = await findMissingMigration();
    if (missing) throw new SettingsError(`The database lacks the migration ${missing}`);
    isMigrated = true;
  }
  await requireFittingKey();
}

async function checkInTime(): Promise<void> {
  try {
    await withTimeout(check(), DEADLINE_MS, "the database didn't respond in time");
  } catch (cause) {
    const message =
      cause instanceof SettingsError ? `${cause.message}.` : "The database is unavailable.";
    throw new AppError("service_unavailable", message, { retryAfterSeconds: 5, cause });
  }
}

let running: Promise<void> | null = null;

/**
 * Checks that the database responds within 3 seconds, has all migrations of this version, and was filled
 * with this SECRET_KEY. Callers of the same moment share a check, so that any number of them costs one
 * connection.
 *
 * @throws {AppError} service_unavailable, with the problem
 */
export async function requireUsableDatabase(): Promise<void> {
  running ??= checkInTime().finally(() => {
    running = null;
  });
  return running;
}

import { pool } from "#lib/adapters/db/database";
import { requireFittingKey } from "#lib/adapters/db/installation-key";
import { readHistory, readMigrations } from "#lib/adapters/db/migrate";
import { AppError } from "#lib/core/errors";
import { SettingsError } from "#lib/core/settings/settings";
import { withTimeout } from "#lib/core/with-timeout";

/** Shorter than what proxies usually wait for a check. */
const DEADLINE_MS = 3_000;

async function findMissingMigration(): Promise<string | undefined> {
  const history = await readHistory(pool());
  const applied = new Set(history.filter((row) => row.isFinished).map(({ name }) => name));
  return (await readMigrations()).find(({ name }) => !applied.has(name))?.name;
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

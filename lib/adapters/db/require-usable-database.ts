import type { QueryResult } from "pg";
import { isOutOfResources } from "#lib/adapters/db/connection-error";
import { pool } from "#lib/adapters/db/database";
import { requireFittingKey } from "#lib/adapters/db/installation-key";
import { readHistory, readMigrations } from "#lib/adapters/db/migrate";
import { AppError } from "#lib/core/errors";
import { SettingsError } from "#lib/core/settings/settings-error";
import { singleton } from "#lib/core/singleton";
import { withTimeout } from "#lib/core/with-timeout";

/** Shorter than proxies' usual timeout for a check. */
const DEADLINE_MS = 3_000;
/** A database that could write isn't asked again for this long. */
const WRITABLE_MS = 10_000;

/**
 * Fills a temporary file with about a MiB, so that a full disk is noticed. No row changes, and nothing is
 * left behind. Also returns whether the database is read-only, as a former primary may be.
 */
const WRITE_CHECK = `
SET LOCAL work_mem = '64kB';
SELECT count(*), current_setting('transaction_read_only') AS "readOnly" FROM generate_series(1, 50000)`;

async function findMissingMigration(): Promise<string | undefined> {
  const history = await readHistory(pool());
  const applied = new Set(history.filter((row) => row.isFinished).map(({ name }) => name));
  return (await readMigrations()).find(({ name }) => !applied.has(name))?.name;
}

/** Migrations don't change while a process runs: once they match, they aren't read again. */
const known = () =>
  singleton("usable-database", () => ({
    isMigrated: false,
    writableUntil: Number.NEGATIVE_INFINITY,
  }));

async function check(): Promise<void> {
  await pool().query("SELECT 1");
  if (!known().isMigrated) {
    const missing = await findMissingMigration();
    if (missing) throw new SettingsError(`The database lacks the migration ${missing}`);
    known().isMigrated = true;
  }
  await requireFittingKey();
}

async function checkWriting(): Promise<void> {
  if (performance.now() < known().writableUntil) return;
  // pg returns one result per statement, although its types say one in total.
  const results = (await pool().query(WRITE_CHECK)) as unknown as QueryResult<{
    readOnly: string;
  }>[];
  if (results.at(-1)?.rows[0]?.readOnly !== "off") throw new ReadOnly("the database is read-only");
  known().writableUntil = performance.now() + WRITABLE_MS;
}

class ReadOnly extends Error {}

function explain(cause: unknown): string {
  if (cause instanceof SettingsError) return `${cause.message}.`;
  if (cause instanceof ReadOnly || isOutOfResources(cause))
    return "The database can't write at the moment.";
  return "The database is unavailable.";
}

/** Gives a check a time limit. Simultaneous callers share it, so that any number of them uses one connection. */
function shared(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  const runInTime = async () => {
    try {
      await withTimeout(run(), DEADLINE_MS, "the database didn't respond in time");
    } catch (cause) {
      const options = { retryAfterSeconds: 5, cause };
      throw new AppError("service_unavailable", explain(cause), options);
    }
  };
  return () => {
    running ??= runInTime().finally(() => {
      running = null;
    });
    return running;
  };
}

/**
 * Checks that the database responds within 3 seconds, has all migrations of this version, and was filled
 * with this SECRET_KEY.
 *
 * @throws {AppError} service_unavailable, with the problem
 */
export const requireUsableDatabase: () => Promise<void> = shared(check);

/**
 * Checks that the database responds within 3 seconds and can write: its disk isn't full, and it isn't read-only.
 * At most 10 seconds old.
 *
 * @throws {AppError} service_unavailable, with the problem
 */
export const requireWritableDatabase: () => Promise<void> = shared(async () => {
  await pool().query("SELECT 1");
  await checkWriting();
});

import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { pool } from "#lib/db/database";

/** How old a submission is when it's stored late, in seconds. */
const LATE_AFTER = 5;
/** By how much the database's clock may be set back without harm, in seconds. */
const CLOCK_TOLERANCE = 5;
const MAX_WAIT_MS = 2_000;
const POLL_MS = 50;

/**
 * Whether a submission is stored late, by its `received_at`: a condition for the storing statement. The
 * clock is read while the statement holds its lock on the table. The statement itself may have begun long
 * before that, and then waited for a lock.
 */
export const IS_LATE = `received_at < clock_timestamp() - interval '${LATE_AFTER} seconds'`;

/** Transactions that have written to submissions, or are about to. Table IDs repeat across databases. */
const WRITERS = `
  SELECT virtualtransaction FROM pg_locks
  WHERE locktype = 'relation' AND relation = 'submissions'::regclass AND mode = 'RowExclusiveLock'
    AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * A moment before which no submission appears unnoticed: later statements see all with an earlier
 * `received_at`, except late ones ({@link IS_LATE}).
 *
 * It reads the clock, then the transactions that hold a lock to write submissions, and waits until these
 * have ended. All others that aren't over read the clock later.
 *
 * @returns null if one of them doesn't end for two seconds
 */
export async function readSettledTime(): Promise<Date | null> {
  const { rows } = await pool().query<{ settled_at: Date; writers: string[] }>(
    `SELECT now() - interval '${LATE_AFTER + CLOCK_TOLERANCE} seconds' AS settled_at,
      ARRAY (${WRITERS}) AS writers`,
  );
  const [read] = rows;
  if (!read) return null;
  const endsAt = performance.now() + MAX_WAIT_MS;
  while (await isAnyWriting(read.writers)) {
    if (performance.now() >= endsAt) return null;
    await wait(POLL_MS);
  }
  return read.settled_at;
}

async function isAnyWriting(writers: readonly string[]): Promise<boolean> {
  if (writers.length === 0) return false;
  const { rows } = await pool().query(`${WRITERS} AND virtualtransaction = ANY ($1) LIMIT 1`, [
    writers,
  ]);
  return rows.length > 0;
}

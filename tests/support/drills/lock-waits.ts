import type { PoolClient } from "pg";
import { onTestFinished } from "vitest";
import { db, pool } from "#lib/adapters/db/database";

/**
 * Resolves when the work ends or a connection to this test file's database waits for a lock: the
 * moment for a test to release its own lock. Work that ends didn't wait.
 *
 * @param count - how many connections must wait
 */
export async function untilWaiting(work: Promise<unknown>, count = 1n): Promise<void> {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  work.then(end, end);
  while (!hasEnded) {
    const [row] = await db().$queryRaw<{ waiting: bigint }[]>`
      SELECT count(*) AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    if (row && row.waiting >= count) return;
  }
}

/** Takes locks in a transaction on its own connection, which is rolled back when the test ends. */
export async function holdLocks(sql: string, values: unknown[] = []): Promise<PoolClient> {
  const holder = await pool().connect();
  onTestFinished(async () => {
    await holder.query("ROLLBACK");
    holder.release();
  });
  await holder.query("BEGIN");
  await holder.query(sql, values);
  return holder;
}

/** Ends the connection that waits for the holder's locks, as a PostgreSQL restart does. */
export async function cutOff(holder: PoolClient, work: Promise<unknown>): Promise<void> {
  await untilWaiting(work);
  await holder.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  await holder.query("COMMIT");
}

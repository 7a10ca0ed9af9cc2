import { db } from "#lib/db/database";

/**
 * Settles when the work has ended, or some connection of this test file's database waits for a lock:
 * the moment at which a test lets go what it holds. Work that should have waited and did not is ended.
 */
export async function untilWaiting(work: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  work.then(end, end);
  while (!hasEnded) {
    const [row] = await db().$queryRaw<{ waiting: bigint }[]>`
      SELECT count(*) AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    if (row && row.waiting > 0n) return;
  }
}

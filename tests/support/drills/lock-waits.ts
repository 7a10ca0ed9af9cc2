import { db } from "#lib/db/database";

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

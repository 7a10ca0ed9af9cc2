import { pool } from "#lib/db/database";

/**
 * Seconds since the oldest entry of the outbox became due: how far behind the service is with what it
 * owes to others. Null when nothing is due.
 */
export async function getOutboxLagSeconds(now: Date): Promise<number | null> {
  const { rows } = await pool().query<{ oldest: Date | null }>(
    "SELECT min(due_at) AS oldest FROM outbox WHERE due_at <= $1",
    [now],
  );
  const oldest = rows[0]?.oldest ?? null;
  return oldest === null ? null : Math.max(0, (now.getTime() - oldest.getTime()) / 1000);
}

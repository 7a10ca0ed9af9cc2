import { pool } from "#lib/db/database";

/** Due entries that are counted; more of them are this many. Bounds the cost of looking. */
export const MAX_COUNTED = 10_000;

/** How far behind the service is with what it owes to others, of all workspaces together. */
export type OutboxLag = {
  /** Entries that are due and not in work, at most {@link MAX_COUNTED}. */
  dueCount: number;
  /** Seconds since the oldest of them became due; null when none is. */
  oldestDueSeconds: number | null;
};

/** One scan of the index of due times, which ends after {@link MAX_COUNTED} entries. */
export async function getOutboxLag(now: Date): Promise<OutboxLag> {
  const { rows } = await pool().query<{ count: number; oldest: Date | null }>(
    `SELECT count(*)::int AS count, min(due_at) AS oldest
    FROM (SELECT due_at FROM outbox WHERE due_at <= $1 ORDER BY due_at LIMIT ${MAX_COUNTED}) due`,
    [now],
  );
  const { count = 0, oldest = null } = rows[0] ?? {};
  const oldestDueSeconds =
    oldest === null ? null : Math.floor((now.getTime() - oldest.getTime()) / 1000);
  return { dueCount: count, oldestDueSeconds };
}

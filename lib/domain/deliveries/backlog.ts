import { pool } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";

/** Due deliveries are counted up to this number, which bounds the cost. */
export const MAX_COUNTED_DUE = 10_000;

/**
 * The service's backlog over all workspaces: deliveries that are due and not claimed, up to
 * {@link MAX_COUNTED_DUE}, and for how long the oldest one has been due; null when none is.
 */
export async function getOutboxLag(now: Date) {
  const [row] = await queryRows<{ count: number; oldest: Date | null }>(pool(), {
    count: "int4",
    oldest: "timestamptz",
  })`
    SELECT count(*)::int AS count, min(due_at) AS oldest
    FROM (SELECT due_at FROM deliveries WHERE due_at <= ${now} ORDER BY due_at LIMIT ${MAX_COUNTED_DUE}) due`;
  const { count = 0, oldest = null } = row ?? {};
  const oldestDueSeconds =
    oldest === null ? null : Math.floor((now.getTime() - oldest.getTime()) / 1000);
  return { dueCount: count, oldestDueSeconds };
}

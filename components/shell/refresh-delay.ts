import { HOUR_MS } from "#lib/core/durations";

type Delivery = { status: string; nextAttemptAt: number | null };

/** The usual duration of an attempt. Refreshing earlier would show it still in progress. */
const ATTEMPT_MS = 1_000;
const MAX_DELAY_MS = HOUR_MS;

/**
 * Returns how long the shown deliveries stay current, in milliseconds: until the next attempt. Null if none
 * of them changes automatically. At most an hour, since an attempt may be moved.
 *
 * @param soonMs - while one is in progress or overdue
 */
export function refreshDelay(
  deliveries: readonly Delivery[],
  now: number,
  soonMs: number,
): number | null {
  const delays = deliveries.flatMap(({ status, nextAttemptAt }) => {
    if (status === "queued" || status === "sending") return [soonMs];
    if (status !== "retrying" || nextAttemptAt === null) return [];
    return [Math.max(soonMs, nextAttemptAt + ATTEMPT_MS - now)];
  });
  return delays.length === 0 ? null : Math.min(...delays, MAX_DELAY_MS);
}

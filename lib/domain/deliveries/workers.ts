import { pool } from "#lib/adapters/db/database";
import { queryPrepared } from "#lib/adapters/db/query-rows";
import { newId } from "#lib/core/ids";
import type { Clock } from "#lib/domain/deliveries/clock";

const SEEN_EVERY_MS = 2_000;
/** A worker that wasn't seen for this long is dead: three beats are missing. */
const DEAD_AFTER_SECONDS = 6;

const id = newId();

/** This process (or thread) as a holder of claims. */
export function workerId(): string {
  return id;
}

const SEEN = `
INSERT INTO workers (id, seen_at) VALUES ($1, now())
ON CONFLICT (id) DO UPDATE SET seen_at = now()`;

/**
 * Records, while `work` runs, that this worker is alive, and releases what others held when they died. A
 * beat that fails is made up by the next one.
 */
export async function withHeartbeat<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  const beat = async () => {
    await queryPrepared(pool(), { text: SEEN, values: [workerId()] }, {});
    await releaseDeadClaims(clock.now());
  };
  await beat();
  const beats = setInterval(() => void beat().catch(() => undefined), SEEN_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(beats);
  }
}

/** A delivery that someone locks is left to the next beat, so this never waits and never deadlocks. */
const RELEASE = `
WITH dead AS MATERIALIZED (
  SELECT d.workspace_id, d.id FROM workers w JOIN deliveries d ON d.claimed_by = w.id
  WHERE d.claim_token IS NOT NULL AND w.seen_at < now() - interval '${DEAD_AFTER_SECONDS} seconds'
  FOR NO KEY UPDATE OF d SKIP LOCKED
)
UPDATE deliveries d SET due_at = least(d.due_at, $1::timestamptz), claim_token = NULL
FROM dead WHERE d.workspace_id = dead.workspace_id AND d.id = dead.id`;

/**
 * Makes the deliveries of dead workers due immediately, before their leases end. The database's clock says
 * who is dead, so that a worker with a wrong clock releases nothing too early.
 */
export async function releaseDeadClaims(now: Date): Promise<void> {
  await queryPrepared(pool(), { text: RELEASE, values: [now] }, {});
}

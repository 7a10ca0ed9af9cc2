import { log } from "#lib/core/log";
import { isTransient } from "#lib/db/connection-error";
import type { Clock } from "#lib/deliveries/clock";

/** A restart or a failover of a database is over by then; less than what is left of a lease. */
const WAITS_MS = [250, 500, 1_000, 2_000, 4_000];
const LONGEST_MS = 10_000;

/**
 * Records what came of a call that was made. While the database is away it is tried again for some
 * seconds: what is not recorded counts as interrupted, and the other side gets it once more. The
 * claim's token keeps a late record from changing what another worker has recorded.
 *
 * @throws what the last try threw
 */
export async function recordOutcome<T>(record: () => Promise<T>, clock: Clock): Promise<T> {
  const endsAt = clock.now().getTime() + LONGEST_MS;
  for (const waitMs of WAITS_MS) {
    try {
      return await record();
    } catch (err) {
      if (!isTransient(err) || clock.now().getTime() + waitMs > endsAt) throw err;
      log().warn({ job: "outbox", err }, "couldn't record the outcome; retrying");
    }
    await clock.wait(waitMs);
  }
  return record();
}

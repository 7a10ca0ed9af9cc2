import { pool } from "#lib/db/database";
import type { Clock } from "#lib/deliveries/clock";

/** How far ahead a slot may be: longer, and the mail goes back to the outbox until then. */
const MAX_AHEAD_MS = 5_000;
/** A slot farther ahead than this was written by a clock that was wrong. */
const NONSENSE_AHEAD_MS = 60_000;

/** $1 now, $2 gap in ms. One row for all processes; a slot is taken by moving it on. */
const TAKE = `
INSERT INTO send_paces AS p (kind, next_at) VALUES ('email', $1::timestamptz + $2 * interval '1 ms')
ON CONFLICT (kind) DO UPDATE SET next_at = $2 * interval '1 ms' +
  CASE WHEN p.next_at > $1::timestamptz + interval '${NONSENSE_AHEAD_MS} ms' THEN $1
    ELSE greatest(p.next_at, $1::timestamptz) END
WHERE p.next_at <= $1::timestamptz + interval '${MAX_AHEAD_MS} ms'
  OR p.next_at > $1::timestamptz + interval '${NONSENSE_AHEAD_MS} ms'
RETURNING next_at - $2 * interval '1 ms' AS slot`;

/**
 * Waits for the next moment at which a mail may be sent, so that the whole deployment keeps to
 * `EMAIL_RATE_PER_SECOND`.
 *
 * @returns null when the mail may leave now, else when to come back: the next slots are taken
 */
export async function takeSendSlot(ratePerSecond: number, clock: Clock): Promise<Date | null> {
  const now = clock.now();
  const { rows } = await pool().query<{ slot: Date }>(TAKE, [now, 1000 / ratePerSecond]);
  const slot = rows[0]?.slot;
  if (!slot) return new Date(now.getTime() + MAX_AHEAD_MS);
  const waitMs = slot.getTime() - now.getTime();
  if (waitMs > 0) await clock.wait(waitMs);
  return null;
}

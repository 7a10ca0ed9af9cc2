import { batchStatements } from "#lib/adapters/db/batch-statements";
import { pool } from "#lib/adapters/db/database";
import { queryPrepared, queryRows } from "#lib/adapters/db/query-rows";
import type { Email, EmailCall, EmailOutcome } from "#lib/adapters/email/email";
import { sendByResend } from "#lib/adapters/email/resend-client";
import { sendBySmtp } from "#lib/adapters/email/smtp-client";
import { type Settings, settings } from "#lib/core/settings/settings";
import type { Clock } from "#lib/domain/deliveries/clock";

/** A send slot may be this far ahead. Beyond that, the email goes back to the queue until then. */
const MAX_AHEAD_MS = 5_000;
/** Slots farther ahead than this are ignored: a server with a wrong clock wrote them. */
const NONSENSE_AHEAD_MS = 60_000;

/**
 * $1 now, $2 how long all slots take in ms, $3 how long all but the last one take. All processes share one row; taking
 * slots moves it ahead. Takes all of them, or none if the last one is too far ahead.
 */
const TAKE_SLOTS = `
INSERT INTO send_paces AS p (kind, next_at)
SELECT 'email', $1::timestamptz + $2::float8 * interval '1 ms' WHERE $3::float8 <= ${MAX_AHEAD_MS}
ON CONFLICT (kind) DO UPDATE SET next_at = $2::float8 * interval '1 ms' +
  CASE WHEN p.next_at > $1::timestamptz + interval '${NONSENSE_AHEAD_MS} ms' THEN $1
    ELSE greatest(p.next_at, $1::timestamptz) END
WHERE p.next_at <= $1::timestamptz + (${MAX_AHEAD_MS} - $3::float8) * interval '1 ms'
  OR p.next_at > $1::timestamptz + interval '${NONSENSE_AHEAD_MS} ms'
RETURNING next_at - $2::float8 * interval '1 ms' AS first, refused_since IS NOT NULL AS "isRefused"`;

type Taken = { at: number; isRefused: boolean };

/** Returns a slot for each of these moments, in order; null if it would be too far ahead. */
async function takeSlots(moments: readonly Date[]): Promise<(Taken | null)[]> {
  const gapMs = 1000 / settings().email.ratePerSecond;
  const values = [moments[0], moments.length * gapMs, (moments.length - 1) * gapMs];
  const columns = { first: "timestamptz", isRefused: "bool" } as const;
  const statement = { text: TAKE_SLOTS, values };
  const [row] = await queryPrepared<{ first: Date; isRefused: boolean }>(
    pool(),
    columns,
    statement,
  );
  if (row) {
    const { first, isRefused } = row;
    return moments.map((_, nth) => ({ at: first.getTime() + nth * gapMs, isRefused }));
  }
  if (moments.length === 1) return [null];
  const taken: (Taken | null)[] = [];
  for (const moment of moments) taken.push(...(await takeSlots([moment])));
  return taken;
}

const takeSlot = batchStatements({ run: takeSlots, maxItems: 128, maxRunning: 1 });

/**
 * A moment to send at, and whether the provider rejected this service recently; or when to try again to get
 * one.
 */
export type SendSlot = { comeBackAt: null; isRefused: boolean } | { comeBackAt: Date };

/**
 * Waits for the next moment at which an email may be sent, so that the whole deployment keeps to
 * `EMAIL_RATE_PER_SECOND`. Captured emails need no slot.
 *
 * @returns when to come back, if the next slots are used up; otherwise the email may be sent now
 */
export async function takeSendSlot(clock: Clock): Promise<SendSlot> {
  if (settings().email.mode === "capture") return { comeBackAt: null, isRefused: false };
  const now = clock.now();
  const slot = await takeSlot(now);
  if (!slot) return { comeBackAt: await findNextSlot(now) };
  const waitMs = slot.at - now.getTime();
  if (waitMs > 0) await clock.wait(waitMs);
  return { comeBackAt: null, isRefused: slot.isRefused };
}

/**
 * Returns the time of the next slot, at most {@link NONSENSE_AHEAD_MS} ahead. The provider may still reject us then.
 */
async function findNextSlot(now: Date): Promise<Date> {
  const [row] = await queryRows<{ nextAt: Date }>(pool(), { nextAt: "timestamptz" })`
    SELECT next_at AS "nextAt" FROM send_paces WHERE kind = 'email'`;
  const earliest = now.getTime() + MAX_AHEAD_MS;
  const latest = now.getTime() + NONSENSE_AHEAD_MS;
  return new Date(Math.min(Math.max(row?.nextAt.getTime() ?? 0, earliest), latest));
}

/**
 * Returns whether repeating a series can't send a second email, because the provider recognizes its
 * key.
 */
export function isRepeatSafe(): boolean {
  const { mode, supportsIdempotency } = settings().email;
  return mode === "capture" || supportsIdempotency;
}

const RESEND_URL = "https://api.resend.com";

/**
 * Sends one email, through the SMTP server if one is set, otherwise through Resend. Resend sends the
 * same email with the same key only once, however often this is called within 24 hours. Never throws for
 * a failed call.
 */
export async function sendEmail(
  email: Email,
  call: EmailCall,
  provider: Pick<Settings["email"], "resendApiKey" | "resendBaseUrl" | "smtp"> = settings().email,
): Promise<EmailOutcome> {
  if (provider.smtp) return sendBySmtp(email, call, provider.smtp);
  if (!provider.resendApiKey) throw new Error("RESEND_API_KEY is not set");
  return sendByResend(email, call, provider.resendApiKey, provider.resendBaseUrl ?? RESEND_URL);
}

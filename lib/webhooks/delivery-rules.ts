import type { OutgoingOutcome } from "#lib/clients/webhook-call-error";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** CONTRACT section 5: after the first, second, … failure; after the one that follows them it ends. */
const REPEAT_DELAYS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
];
/** Spread of the delays, so that what failed together does not come back together. */
const JITTER = 0.2;

export type Trigger = "automatic" | "manual" | "test";

/** How an attempt ended; `interrupted`: the process did, and nobody knows. */
export type AttemptEnd = {
  outcome: OutgoingOutcome | "interrupted";
  status: number | null;
  retryAfter: string | null;
};

export type Verdict =
  | { status: "delivered"; failureReason: null; nextAttemptAt: null }
  | { status: "retrying"; failureReason: null; nextAttemptAt: Date }
  | {
      status: "failed";
      failureReason: "attempts_exhausted" | "endpoint_gone";
      nextAttemptAt: null;
    };

/**
 * Milliseconds that a receiver asks to wait, by seconds or by a date (RFC 9110, 10.2.3); null when it
 * asks for nothing that can be read.
 */
export function readRetryAfter(text: string | null, now: Date): number | null {
  const given = text?.trim() ?? "";
  if (/^\d{1,10}$/.test(given)) return Number(given) * 1000;
  if (!/^[A-Z][a-z]+, .* GMT$/.test(given)) return null;
  const at = Date.parse(given);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/**
 * What becomes of a delivery (CONTRACT section 5). Only an automatic series repeats by itself, eight
 * attempts in all; what the receiver asks for counts between the delay and twice the delay.
 *
 * @param number - of this attempt, from 1
 * @param endedAt - the next delay counts from here
 * @param random - from 0 to 1
 */
export function nextDeliveryState(
  end: AttemptEnd,
  attempt: { trigger: Trigger; number: number },
  endedAt: Date,
  random: () => number = Math.random,
): Verdict {
  if (end.outcome === "succeeded")
    return { status: "delivered", failureReason: null, nextAttemptAt: null };
  if (end.status === 410)
    return { status: "failed", failureReason: "endpoint_gone", nextAttemptAt: null };
  const delayMs = REPEAT_DELAYS_MS[attempt.number - 1];
  if (attempt.trigger !== "automatic" || delayMs === undefined)
    return { status: "failed", failureReason: "attempts_exhausted", nextAttemptAt: null };
  const askedMs = readRetryAfter(end.retryAfter, endedAt) ?? 0;
  const spreadMs = delayMs * (1 + JITTER * random());
  const waitMs = Math.max(spreadMs, Math.min(askedMs, 2 * delayMs));
  const nextAttemptAt = new Date(endedAt.getTime() + Math.round(waitMs));
  return { status: "retrying", failureReason: null, nextAttemptAt };
}

/** What is remembered of a receiver's behaviour since it last took an event. */
export type Health = {
  health: "healthy" | "failing" | "suspended";
  /** Deliveries in a row that used up their attempts. */
  exhaustedInRow: number;
  /** Failed attempts in a row, and when the first of them was. */
  failuresInRow: number;
  failingSince: Date | null;
};

/** CONTRACT section 3, Webhook. */
const FAILING_AFTER = 3;
const SUSPENDED_AFTER_FAILURES = 10;
const SUSPENDED_AFTER_MS = 5 * DAY_MS;

/**
 * A receiver's health after an attempt. Any success heals; only a success or a save ends a
 * suspension. An interrupted attempt says nothing of the receiver, but may be a delivery's last, and
 * a delivery that is sent again by hand used up its attempts before.
 */
export function healthAfter(
  before: Health,
  end: AttemptEnd,
  verdict: { status: string },
  trigger: Trigger,
  at: Date,
): Health {
  if (end.outcome === "succeeded")
    return { health: "healthy", exhaustedInRow: 0, failuresInRow: 0, failingSince: null };
  const isReceivers = end.outcome !== "interrupted";
  const failingSince = isReceivers ? (before.failingSince ?? at) : before.failingSince;
  const failuresInRow = before.failuresInRow + (isReceivers ? 1 : 0);
  const isExhausted = verdict.status === "failed" && trigger !== "manual";
  const exhaustedInRow = before.exhaustedInRow + (isExhausted ? 1 : 0);
  const counts = { exhaustedInRow, failuresInRow, failingSince };
  const failingMs = failingSince ? at.getTime() - failingSince.getTime() : 0;
  const isDead = failuresInRow >= SUSPENDED_AFTER_FAILURES && failingMs >= SUSPENDED_AFTER_MS;
  if (before.health === "suspended" || end.status === 410 || isDead)
    return { health: "suspended", ...counts };
  return { health: exhaustedInRow >= FAILING_AFTER ? "failing" : before.health, ...counts };
}

import { HOUR_MS, MINUTE_MS } from "#lib/core/durations";

const SECOND_MS = 1000;

/** The result of an attempt to send an email or a webhook event. */
export type AttemptResult =
  | { kind: "accepted" }
  /** Rejected: a repeat can't be accepted either. `isFirst`: the other side proved that no earlier attempt arrived. */
  | { kind: "rejected"; isFirst: boolean }
  /** Too busy: nothing was accepted. This isn't counted as an attempt. */
  | { kind: "throttled"; waitMs: number | null }
  /** The other side rejects this service, not the delivery. This isn't counted as an attempt either. */
  | { kind: "refused" }
  /** Rejected, but a later attempt may be accepted. `waitMs`: how long the other side asks us to wait. */
  | { kind: "failed"; waitMs: number | null }
  /** Unclear: the delivery may have arrived. `canRepeat`: whether the other side drops a repeat. */
  | { kind: "unknown"; canRepeat: boolean }
  /**
   * Our process died during the call. The delivery may have arrived; the other side drops repeats, so
   * no wait is needed.
   */
  | { kind: "interrupted" };

/** The attempts since the delivery was queued or retried by a person. */
export type Series = {
  startedAt: Date;
  /** The number of counted attempts, including this one. */
  attempts: number;
  /** True if an earlier attempt may have arrived. */
  mayHaveArrived: boolean;
};

export type RetryPolicy = {
  /** Waits after the first, second, … attempt. The delivery ends with the attempt after the last. */
  delaysMs: readonly number[];
  /**
   * Random extra wait, as a share of the delay, so that deliveries that fail together aren't retried
   * together.
   */
  jitter: number;
  /** The latest start of an attempt, counted from the first attempt of its series. */
  seriesMaxMs: number;
  /** The final status of a delivery that may have arrived. */
  unknownStatus: "uncertain" | "failed";
};

/** The provider forgets an idempotency key after 24 hours. */
export const EMAIL_RETRIES: RetryPolicy = {
  delaysMs: [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
  jitter: 0,
  seriesMaxMs: 23 * HOUR_MS,
  unknownStatus: "uncertain",
};

/** Endpoints drop repeats by the event ID, so an event that may have arrived is simply sent again. */
export const WEBHOOK_RETRIES: RetryPolicy = {
  delaysMs: [
    MINUTE_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
    10 * HOUR_MS,
  ],
  jitter: 0.2,
  seriesMaxMs: Number.POSITIVE_INFINITY,
  unknownStatus: "failed",
};

/** The policy for tests and manual retries: one attempt. */
export const WEBHOOK_ONCE: RetryPolicy = { ...WEBHOOK_RETRIES, delaysMs: [] };

const THROTTLED_DEFAULT_MS = 30 * SECOND_MS;
const THROTTLED_MAX_MS = HOUR_MS;
/** The time between two tries while the other side rejects this service. */
export const REFUSED_WAIT_MS = 30 * SECOND_MS;

export type NextDeliveryState =
  | { status: "delivered" | "failed" | "uncertain"; nextAttemptAt: null }
  | { status: "queued" | "retrying"; nextAttemptAt: Date };

/** Returns whether an attempt at this time would come too late for its series. */
export function isSeriesOver(startedAt: Date, at: Date, { seriesMaxMs }: RetryPolicy): boolean {
  return at.getTime() > startedAt.getTime() + seriesMaxMs;
}

/**
 * Returns the state of a delivery after an attempt.
 *
 * @param endedAt - when the attempt ended; the next delay counts from here
 * @param random - from 0 to 1
 */
export function nextDeliveryState(
  result: AttemptResult,
  series: Series,
  policy: RetryPolicy,
  endedAt: Date,
  random: () => number = Math.random,
): NextDeliveryState {
  const { mayHaveArrived } = series;
  const endUnsent = (mayHave: boolean) => end(mayHave ? policy.unknownStatus : "failed");
  const scheduleAfter = (waitMs: number, status: "queued" | "retrying", mayHave: boolean) => {
    const nextAttemptAt = new Date(endedAt.getTime() + Math.round(waitMs));
    if (isSeriesOver(series.startedAt, nextAttemptAt, policy)) return endUnsent(mayHave);
    return { status, nextAttemptAt };
  };
  switch (result.kind) {
    case "accepted":
      return end("delivered");
    case "rejected":
      return endUnsent(mayHaveArrived && !result.isFirst);
    case "throttled": {
      const waitMs = Math.max(result.waitMs ?? THROTTLED_DEFAULT_MS, SECOND_MS);
      const status = series.attempts > 1 ? "retrying" : "queued";
      return scheduleAfter(Math.min(waitMs, THROTTLED_MAX_MS), status, mayHaveArrived);
    }
    case "refused":
      return scheduleAfter(
        REFUSED_WAIT_MS,
        series.attempts > 1 ? "retrying" : "queued",
        mayHaveArrived,
      );
    case "interrupted":
      if (series.attempts > policy.delaysMs.length) return endUnsent(true);
      return scheduleAfter(0, "retrying", true);
    case "unknown":
    case "failed": {
      const mayHave = mayHaveArrived || result.kind === "unknown";
      const delayMs = policy.delaysMs[series.attempts - 1];
      if (delayMs === undefined || (result.kind === "unknown" && !result.canRepeat))
        return endUnsent(mayHave);
      const askedMs = result.kind === "failed" ? (result.waitMs ?? 0) : 0;
      const spreadMs = delayMs * (1 + policy.jitter * random());
      return scheduleAfter(Math.max(spreadMs, Math.min(askedMs, 2 * delayMs)), "retrying", mayHave);
    }
  }
}

function end(status: "delivered" | "failed" | "uncertain"): NextDeliveryState {
  return { status, nextAttemptAt: null };
}

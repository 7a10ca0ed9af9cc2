import type { MailerAnswer } from "#lib/clients/email-response";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** CONTRACT section 3: after an end that tells nothing, or a connection that did not come about. */
const REPEAT_DELAYS_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS];
/** CONTRACT section 3: the provider forgets a key after 24 hours; no try of a series comes later. */
export const SERIES_MAX_MS = 23 * 60 * MINUTE_MS;
/** How long to wait when the provider is busy and does not say how long. */
const THROTTLED_DEFAULT_SECONDS = 30;
/** A provider that names a longer time (a used-up quota) is asked again after this one. */
const THROTTLED_MAX_SECONDS = 3600;

/** The running try-series of a delivery: all tries under one key, with one body. */
export type Series = {
  startedAt: Date;
  /** Tries that count, the one in question included. */
  attempts: number;
  /** Whether an earlier try may have arrived. */
  mayHaveArrived: boolean;
  /** Whether the provider knows the key again: else a repeat of what may have arrived is a second mail. */
  isRepeatSafe: boolean;
};

export type FinalStatus = "sent" | "failed" | "uncertain" | "cancelled";

/** What becomes of the try and of its delivery. `attempt` null: it counts as none and is forgotten. */
export type Verdict = {
  attempt: { outcome: "sent" | "failed" | "uncertain"; error: string | null } | null;
} & (
  | { status: FinalStatus; nextAttemptAt: null }
  | { status: "queued" | "retrying"; nextAttemptAt: Date }
);

/** Where a series ends that got no clear answer: an earlier try may have arrived, or surely none has. */
export function endWithoutAnswer(mayHaveArrived: boolean): "failed" | "uncertain" {
  return mayHaveArrived ? "uncertain" : "failed";
}

/** Whether another try under the key of this series would come too late to be safe. */
export function isSeriesOver(startedAt: Date, now: Date): boolean {
  return now.getTime() > startedAt.getTime() + SERIES_MAX_MS;
}

/** Whether no further try may be made: it would come too late, or could be a second mail. */
export function isRepeatUnsafe(
  series: { startedAt: Date | null; mayHaveArrived: boolean; isRepeatSafe: boolean },
  now: Date,
): boolean {
  if (series.mayHaveArrived && !series.isRepeatSafe) return true;
  return series.startedAt !== null && isSeriesOver(series.startedAt, now);
}

/**
 * The state machine of a mail (CONTRACT section 3, EmailDelivery).
 *
 * @param endedAt - when the try ended; the next delay counts from here
 */
export function judgeAnswer(answer: MailerAnswer, series: Series, endedAt: Date): Verdict {
  switch (answer.kind) {
    case "accepted":
      return { attempt: { outcome: "sent", error: null }, status: "sent", nextAttemptAt: null };
    case "refused":
      return {
        attempt: { outcome: "failed", error: answer.error },
        status: answer.isAboutKey ? "failed" : endWithoutAnswer(series.mayHaveArrived),
        nextAttemptAt: null,
      };
    case "key_spent":
      return endUncertain(answer.error);
    case "throttled":
      return judgeThrottled(answer, series, endedAt);
    case "unreachable":
      return repeatOrEnd("failed", answer.error, series, endedAt);
    case "ambiguous":
      return series.isRepeatSafe
        ? repeatOrEnd("uncertain", answer.error, series, endedAt)
        : endUncertain(answer.error);
  }
}

function endUncertain(error: string): Verdict {
  return { attempt: { outcome: "uncertain", error }, status: "uncertain", nextAttemptAt: null };
}

function repeatOrEnd(
  outcome: "failed" | "uncertain",
  error: string,
  series: Series,
  endedAt: Date,
): Verdict {
  const attempt = { outcome, error };
  const delayMs = REPEAT_DELAYS_MS[series.attempts - 1];
  const next = delayMs === undefined ? null : new Date(endedAt.getTime() + delayMs);
  if (next && !isSeriesOver(series.startedAt, next))
    return { attempt, status: "retrying", nextAttemptAt: next };
  const status = endWithoutAnswer(series.mayHaveArrived || outcome === "uncertain");
  return { attempt, status, nextAttemptAt: null };
}

function judgeThrottled(
  answer: { error: string; waitSeconds: number | null },
  series: Series,
  endedAt: Date,
): Verdict {
  const told = answer.waitSeconds ?? THROTTLED_DEFAULT_SECONDS;
  const waitSeconds = Math.min(Math.max(told, 1), THROTTLED_MAX_SECONDS);
  const next = new Date(endedAt.getTime() + waitSeconds * SECOND_MS);
  if (isSeriesOver(series.startedAt, next))
    return {
      attempt: { outcome: "failed", error: answer.error },
      status: endWithoutAnswer(series.mayHaveArrived),
      nextAttemptAt: null,
    };
  const status = series.attempts > 1 ? "retrying" : "queued";
  return { attempt: null, status, nextAttemptAt: next };
}

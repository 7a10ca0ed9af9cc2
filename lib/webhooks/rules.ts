import { AppError } from "#lib/core/errors";

/** SPEC, Limits: how long after the last attempt a retry is possible. */
const RETRY_AFTER_MS = 60_000;

/** What decides whether a delivery can be sent again by hand. */
export type RetryCandidate = {
  status: string;
  revision: string;
  createdAt: Date;
  lastAttemptAt: Date | null;
  /** The message that the event is about; null for tests. */
  submission: { folder: string } | null;
};

/** Why a delivery cannot be sent again, however long one waits; null when it can. */
export function findRetryError(
  delivery: RetryCandidate,
  webhook: { revision: string; enabled: boolean },
): AppError | null {
  const refuse = (reason: string) => new AppError("delivery_not_retryable", reason);
  if (delivery.revision !== webhook.revision)
    return new AppError(
      "revision_conflict",
      "The webhook has changed since this event was created, so it can't be retried.",
    );
  if (delivery.status !== "failed")
    return refuse(`Only failed deliveries can be retried. This one is ${delivery.status}.`);
  if (delivery.submission && !webhook.enabled)
    return refuse("The webhook is disabled. Enable it to send this event.");
  if (delivery.submission?.folder === "spam")
    return refuse("This message is in spam. Move it out of spam first.");
  return null;
}

/** From when a delivery can be sent again: a minute after its last attempt, or after it was made. */
export function retryAvailableAt(delivery: RetryCandidate): Date {
  return new Date((delivery.lastAttemptAt ?? delivery.createdAt).getTime() + RETRY_AFTER_MS);
}

/** SPEC, Limits: tests of one endpoint, one a minute and this many in this time. */
export const MAX_TESTS_PER_DAY = 100;
export const TEST_PERIOD_MS = 86_400_000;
const TEST_GAP_MS = 60_000;

/**
 * Milliseconds until another test may be sent; 0 when it may now.
 *
 * @param earlier - when tests were sent in the last 24 hours, newest first
 */
export function testWaitMs(earlier: readonly Date[], now: Date): number {
  const [last] = earlier;
  const oldest = earlier[MAX_TESTS_PER_DAY - 1];
  const free = [
    last ? last.getTime() + TEST_GAP_MS : 0,
    oldest ? oldest.getTime() + TEST_PERIOD_MS : 0,
  ];
  return Math.max(0, Math.max(...free) - now.getTime());
}

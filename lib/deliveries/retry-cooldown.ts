import { AppError } from "#lib/core/errors";

/** The time between the last attempt and a person's retry. */
const RETRY_AFTER_MS = 60_000;

type Attempted = { createdAt: Date; lastAttemptAt: Date | null };

/** The time at which a delivery can be retried: a minute after its last attempt, or after it was created. */
export function retryAvailableAt({ createdAt, lastAttemptAt }: Attempted): Date {
  return new Date((lastAttemptAt ?? createdAt).getTime() + RETRY_AFTER_MS);
}

/** @throws {AppError} retry_cooldown, which calls the delivery `what` */
export function requireCooldownOver(delivery: Attempted, now: Date, what: "email" | "event"): void {
  const waitMs = retryAvailableAt(delivery).getTime() - now.getTime();
  if (waitMs > 0)
    throw new AppError(
      "retry_cooldown",
      `Wait a minute after the last attempt before you retry this ${what}.`,
      { retryAfterSeconds: waitMs / 1000 },
    );
}

import type { Db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";

/** The minimum time between the last attempt and a manual retry. */
const RETRY_AFTER_MS = 60_000;

type Attempted = { createdAt: Date; lastAttemptAt: Date | null };

/** Returns when a delivery can be retried: a minute after its last attempt, or after it was created. */
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

/**
 * Locks the submission first, as moving it does: a move to spam at the same time either finds the delivery
 * queued and cancels it, or is seen here. Of two retries the second waits and finds it queued.
 */
export async function lockForRetry(
  tx: Db,
  { workspaceId }: Context,
  deliveryId: string,
  submissionId: string | null,
): Promise<void> {
  if (submissionId)
    await tx.$executeRaw`SELECT FROM submissions
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${submissionId}::uuid FOR SHARE`;
  await tx.$executeRaw`SELECT FROM deliveries
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${deliveryId}::uuid FOR NO KEY UPDATE`;
}

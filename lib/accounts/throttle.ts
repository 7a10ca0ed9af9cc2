import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { db, lockInTransaction, transaction } from "#lib/db/database";

/** How often something may happen, counted exactly in the database rather than in a limiter. */
export type Quota = { bucket: string; max: number; windowSeconds: number };

/**
 * Counts one event against a quota.
 *
 * @param message - of the error when the quota is used up
 * @returns the id of the counted event
 * @throws {AppError} rate_limited
 */
export async function countEvent(quota: Quota, now: Date, message: string): Promise<string> {
  const windowMs = quota.windowSeconds * 1000;
  return transaction(async (tx) => {
    await lockInTransaction(tx, quota.bucket);
    const [blocking] = await tx.countedEvent.findMany({
      where: { bucket: quota.bucket, at: { gt: new Date(now.getTime() - windowMs) } },
      orderBy: { at: "desc" },
      skip: quota.max - 1,
      take: 1,
    });
    if (blocking)
      throw new AppError("rate_limited", message, {
        retryAfterSeconds: (blocking.at.getTime() + windowMs - now.getTime()) / 1000,
      });
    const { id } = await tx.countedEvent.create({
      data: { id: newId(), bucket: quota.bucket, at: now },
    });
    return id;
  });
}

/** Uncounts events of an attempt that turned out to be legitimate. */
export async function forgetEvents(eventIds: readonly string[]): Promise<void> {
  await db().countedEvent.deleteMany({ where: { id: { in: [...eventIds] } } });
}

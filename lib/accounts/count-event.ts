import { newId } from "#lib/core/ids";
import { db, lockInTransaction, transaction } from "#lib/db/database";

/** What may happen how often, counted exactly in the database rather than in a limiter. */
export type Quota = { bucket: string; max: number; windowSeconds: number };

export type Counted = { eventId: string } | { waitSeconds: number };

/** Counts one event when the quota has room; otherwise tells the seconds until it has. */
export function countEvent(quota: Quota, now: Date): Promise<Counted> {
  const windowMs = quota.windowSeconds * 1000;
  return transaction(async (tx) => {
    await lockInTransaction(tx, quota.bucket);
    const [blocking] = await tx.countedEvent.findMany({
      where: { bucket: quota.bucket, at: { gt: new Date(now.getTime() - windowMs) } },
      orderBy: { at: "desc" },
      skip: quota.max - 1,
      take: 1,
    });
    if (blocking) return { waitSeconds: (blocking.at.getTime() + windowMs - now.getTime()) / 1000 };
    const { id } = await tx.countedEvent.create({
      data: { id: newId(), bucket: quota.bucket, at: now },
    });
    return { eventId: id };
  });
}

/** Takes back what was counted: the attempt turned out to be a good one. */
export async function forgetEvents(eventIds: readonly string[]): Promise<void> {
  await db().countedEvent.deleteMany({ where: { id: { in: [...eventIds] } } });
}

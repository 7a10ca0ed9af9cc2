import { type Db, db, lockInTransaction, transaction } from "#lib/adapters/db/database";
import { AppError, type ErrorCode } from "#lib/core/errors";
import { idsOf, newId } from "#lib/core/ids";

/** A limit that is counted exactly in the database rather than in a limiter. */
export type Quota = { bucket: string; max: number; windowSeconds: number };

type Counted = { eventIds: string[] } | { retryAfterSeconds: number };

/** Returns the time until a quota allows the next event, in seconds; null if it allows one now. */
async function secondsToWait(
  tx: Db,
  { bucket, max, windowSeconds }: Quota,
  now: Date,
): Promise<number | null> {
  const windowMs = windowSeconds * 1000;
  const [blocking] = await tx.countedEvent.findMany({
    where: { bucket, at: { gt: new Date(now.getTime() - windowMs) } },
    orderBy: { at: "desc" },
    skip: max - 1,
    take: 1,
  });
  return blocking ? (blocking.at.getTime() + windowMs - now.getTime()) / 1000 : null;
}

/**
 * Counts one event against each of several quotas, or against none if one of them is used up. The
 * counts are rolled back if the transaction fails. Quotas of one bucket share the event.
 */
export async function trySpendQuota(tx: Db, quotas: readonly Quota[], now: Date): Promise<Counted> {
  // In one order everywhere, so that no two transactions deadlock.
  const buckets = [...new Set(quotas.map(({ bucket }) => bucket))].toSorted();
  for (const bucket of buckets) await lockInTransaction(tx, bucket);
  const waits: number[] = [];
  for (const quota of quotas) waits.push((await secondsToWait(tx, quota, now)) ?? 0);
  const retryAfterSeconds = Math.max(...waits);
  if (retryAfterSeconds > 0) return { retryAfterSeconds };
  const rows = buckets.map((bucket) => ({ id: newId(), bucket, at: now }));
  await tx.countedEvent.createMany({ data: rows });
  return { eventIds: idsOf(rows) };
}

/**
 * Counts one event against each of several quotas, or against none if one of them is used up.
 *
 * @param message - of the error when a quota is used up
 * @returns the ids of the counted events
 * @throws {AppError} rate_limited
 */
export function spendQuota(
  quotas: readonly Quota[],
  now: Date,
  message: string,
): Promise<string[]> {
  return transaction((tx) => spendQuotaIn(tx, quotas, now, message));
}

/**
 * Spends quotas like {@link spendQuota} in a transaction. If that fails, the counted events are
 * rolled back.
 *
 * @throws {AppError} `code`
 */
export async function spendQuotaIn(
  tx: Db,
  quotas: readonly Quota[],
  now: Date,
  message: string,
  code: ErrorCode = "rate_limited",
): Promise<string[]> {
  const counted = await trySpendQuota(tx, quotas, now);
  if ("eventIds" in counted) return counted.eventIds;
  throw new AppError(code, message, counted);
}

/** Removes the counted events of an attempt that turned out to be legitimate. */
export async function refundQuota(eventIds: readonly string[]): Promise<void> {
  await db().countedEvent.deleteMany({ where: { id: { in: [...eventIds] } } });
}

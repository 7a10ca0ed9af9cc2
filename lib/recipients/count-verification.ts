import { AppError } from "#lib/core/errors";
import { hashVisitorAddress } from "#lib/core/secrets";
import { addressKey } from "#lib/core/text";
import type { Db } from "#lib/db/database";
import { type Quota, tryConsume } from "#lib/usage/quota";

const HOUR_SECONDS = 3_600;

/** Over all workspaces: no one can have a stranger's mailbox filled with confirmation emails. */
function quotasOf(email: string): Quota[] {
  const bucket = `verification:${hashVisitorAddress(addressKey(email))}`;
  return [
    { bucket: `${bucket}:hour`, max: 5, windowSeconds: HOUR_SECONDS },
    { bucket: `${bucket}:day`, max: 20, windowSeconds: 24 * HOUR_SECONDS },
  ];
}

/**
 * Counts a confirmation email to an address: 5 an hour and 20 a day.
 *
 * @returns seconds until one may be sent, or null if one may be sent now
 */
export async function tryCountVerification(
  tx: Db,
  email: string,
  now: Date,
): Promise<number | null> {
  const counted = await tryConsume(tx, quotasOf(email), now);
  return "eventIds" in counted ? null : counted.retryAfterSeconds;
}

/** @throws {AppError} verification_cooldown */
export async function countVerification(tx: Db, email: string, now: Date): Promise<void> {
  const retryAfterSeconds = await tryCountVerification(tx, email, now);
  if (retryAfterSeconds !== null)
    throw new AppError(
      "verification_cooldown",
      "Too many confirmation emails were sent to this address. Try again later.",
      { retryAfterSeconds },
    );
}

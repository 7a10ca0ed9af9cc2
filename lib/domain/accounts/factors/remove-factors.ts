import { type Db, db } from "#lib/adapters/db/database";
import { type Context, requireUserId } from "#lib/core/context";
import { recordAudit } from "#lib/domain/audit/record-audit";

const before = (userId: string, time: Date | null) => ({
  userId,
  ...(time && { createdAt: { lt: time } }),
});

/** Returns whether a user has a passkey or an authenticator app that was added before a time. */
export async function hasFactorsBefore(userId: string, time: Date): Promise<boolean> {
  const where = before(userId, time);
  return (await db().passkey.count({ where })) + (await db().authenticator.count({ where })) > 0;
}

/**
 * Removes the passkeys and the authenticator app that a user added before a time. Called when someone
 * confirms an address, because the account may have been someone else's until then.
 *
 * @param ctx - the user's own
 * @param time - null for all of them, and those they have started to add
 */
export async function removeFactors(tx: Db, ctx: Context, time: Date | null): Promise<void> {
  const userId = requireUserId(ctx);
  const where = before(userId, time);
  const passkeys = await tx.passkey.findMany({ where });
  await tx.passkey.deleteMany({ where });
  await tx.passkeyChallenge.deleteMany({ where: { userId } });
  for (const { id, name } of passkeys)
    await recordAudit(tx, ctx, { action: "account.passkey_removed", subject: { id, name } });
  const { count } = await tx.authenticator.deleteMany({ where });
  if (count === 0) return;
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await recordAudit(tx, ctx, { action: "account.authenticator_removed" });
}

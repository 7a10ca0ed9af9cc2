import { browserName } from "#lib/core/browser-name";
import type { Context } from "#lib/core/context";
import type { Db } from "#lib/db/database";
import { queueEmail } from "#lib/deliveries/queue";
import type { SecurityNotice } from "#lib/deliveries/schema";

/** An event in an account. `name`: of the new token or passkey. */
export type SecurityEvent = { purpose: SecurityNotice["purpose"]; name?: string };

/**
 * Emails a user what happened in their account: when, in which browser, from which address, and what to do
 * if it wasn't them. Call it in the transaction of the change, and trigger a drain after it.
 */
export async function queueSecurityEmail(
  tx: Db,
  ctx: Context,
  userId: string,
  { purpose, name }: SecurityEvent,
): Promise<void> {
  const { email } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true },
  });
  const { caller, now } = ctx;
  await queueEmail(tx, ctx, {
    to: email,
    data: {
      kind: "account",
      purpose,
      name: name ?? null,
      at: now.getTime(),
      browser: caller && browserName(caller.userAgent),
      address: caller?.address ?? null,
    },
  });
}

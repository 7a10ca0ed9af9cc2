import type { Db } from "#lib/adapters/db/database";
import { browserName } from "#lib/core/browser-name";
import type { Context } from "#lib/core/context";
import type { SecurityNotice } from "#lib/domain/deliveries/email-data";
import { queueEmail } from "#lib/domain/deliveries/queue";

/**
 * Emails a user about a change in their account: when, in which browser, from which IP address, and what
 * to do if it wasn't them. Call it in the transaction of the change.
 */
export async function queueSecurityEmail(
  tx: Db,
  ctx: Context,
  userId: string,
  { purpose, name = null }: Pick<SecurityNotice, "purpose"> & Partial<Pick<SecurityNotice, "name">>,
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
      name,
      at: now.getTime(),
      browser: caller && browserName(caller.userAgent),
      address: caller?.address ?? null,
    },
  });
}

import type { Context } from "#lib/core/context";
import { settings } from "#lib/core/settings";
import type { Db } from "#lib/db/database";
import { queueEmail } from "#lib/deliveries/queue";
import type { LinkPurpose } from "#lib/deliveries/schema";

/** Tells a user by email what changed about how they sign in. */
export async function notifyUser(
  tx: Db,
  ctx: Context,
  userId: string,
  purpose: LinkPurpose,
): Promise<void> {
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  const link = `${settings().baseUrl}/settings/security`;
  await queueEmail(tx, ctx, { to: email, data: { kind: "account", purpose, link } });
}

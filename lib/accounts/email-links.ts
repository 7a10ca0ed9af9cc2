import type { Context } from "#lib/core/context";
import { newId, randomBase62 } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import { settings } from "#lib/core/settings";
import type { Db } from "#lib/db/database";
import { queueEmail } from "#lib/deliveries/queue";

/** A change gives access, like a reset link, and lives as long. */
const LIFETIME_MS = { email_verification: 24 * 3_600_000, email_change: 30 * 60_000 };

type EmailLink = { userId: string; email: string; purpose: keyof typeof LIFETIME_MS };

/** Emails a link that confirms the address when its button is clicked. */
export async function queueEmailLink(
  tx: Db,
  ctx: Context,
  { userId, email, purpose }: EmailLink,
): Promise<void> {
  const secret = randomBase62(43);
  // The captured email is found by it.
  const id = newId();
  await tx.emailChange.create({
    data: {
      id,
      userId,
      email,
      tokenHash: sha256(secret),
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + LIFETIME_MS[purpose]),
    },
  });
  const link = `${settings().baseUrl}/confirm-email?token=${secret}`;
  await queueEmail(tx, ctx, { to: email, seriesKey: id, data: { kind: "account", purpose, link } });
}

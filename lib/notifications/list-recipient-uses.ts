import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { type RecipientPlaces, readPlaces } from "#lib/notifications/recipient-places";
import { MAX_RECIPIENTS, RESEND_AFTER_SECONDS, type Recipient } from "#lib/recipients/schema";
import { toRecipient } from "#lib/recipients/store";

export type RecipientUse = Recipient &
  RecipientPlaces & {
    /** The time from which the verification can be sent again, in epoch milliseconds; null while nothing is to be confirmed. */
    resendAvailableAt: number | null;
  };

/** All recipients and where they are used, oldest first. */
export async function listRecipientUses(ctx: Context): Promise<RecipientUse[]> {
  const rows = await db().recipient.findMany({
    where: { workspaceId: ctx.workspaceId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: MAX_RECIPIENTS,
  });
  const places = await readPlaces(
    db(),
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...toRecipient(row),
    ...(places.get(row.id) ?? { removedFrom: [], changeFirst: [] }),
    resendAvailableAt:
      row.verifiedAt && row.blockedReason === null
        ? null
        : (row.verificationSentAt?.getTime() ?? 0) + RESEND_AFTER_SECONDS * 1000,
  }));
}

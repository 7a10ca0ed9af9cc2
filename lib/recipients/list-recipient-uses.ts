import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { MAX_RECIPIENTS, RESEND_AFTER_SECONDS, type Recipient } from "#lib/recipients/schema";
import { toRecipient } from "#lib/recipients/store";

export type RecipientUse = Recipient & {
  /** Epoch milliseconds from which the verification can be sent again; null once verified. */
  resendAvailableAt: number | null;
  /** The forms that notify this address by default. */
  forms: { id: string; name: string }[];
};

/** All recipients with where they are used, oldest first. */
export async function listRecipientUses(ctx: Context): Promise<RecipientUse[]> {
  const rows = await db().recipient.findMany({
    where: { workspaceId: ctx.workspaceId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: MAX_RECIPIENTS,
    include: {
      forms: {
        where: { form: { deletedAt: null } },
        select: { form: { select: { id: true, name: true } } },
      },
    },
  });
  return rows.map((row) => ({
    ...toRecipient(row),
    resendAvailableAt: row.verifiedAt
      ? null
      : (row.verificationSentAt?.getTime() ?? 0) + RESEND_AFTER_SECONDS * 1000,
    forms: row.forms.map(({ form }) => form),
  }));
}

import { recordAudit } from "#lib/audit/record-audit";
import type { Context } from "#lib/core/context";
import { settings } from "#lib/core/settings";
import type { Db } from "#lib/db/database";
import { cancelNotifications, queueOwnerEmails } from "#lib/deliveries/queue";
import type { BlockedReason } from "#lib/recipients/blocked-reason";
import { lockRecipients } from "#lib/recipients/lock-recipients";

type Block = {
  recipientId: string;
  reason: BlockedReason;
  /** The email of the report. If the address was confirmed later, it works, and nothing changes. */
  evidenceAt: Date;
};

/**
 * Stops the notifications of a recipient until its address is confirmed again: cancels those that wait, ends
 * links that were sent to it before, and emails the other owners. A recipient that is blocked already stays
 * as it is.
 *
 * @returns whether it's blocked by this
 */
export async function blockRecipient(
  tx: Db,
  ctx: Context,
  { recipientId, reason, evidenceAt }: Block,
): Promise<boolean> {
  const { workspaceId, now } = ctx;
  await lockRecipients(tx, ctx);
  const [blocked] = await tx.recipient.updateManyAndReturn({
    where: {
      workspaceId,
      id: recipientId,
      blockedReason: null,
      OR: [{ verifiedAt: null }, { verifiedAt: { lte: evidenceAt } }],
    },
    data: { blockedReason: reason },
    select: { email: true },
  });
  if (!blocked) return false;
  await tx.recipientVerification.updateMany({
    where: { workspaceId, recipientId, usedAt: null, expiresAt: { gt: now } },
    data: { expiresAt: now },
  });
  await cancelNotifications(tx, ctx, recipientId, `recipient_${reason}`);
  const subject = { id: recipientId, name: blocked.email };
  await recordAudit(tx, ctx, { action: "recipient.blocked", subject, details: { reason } });
  const { email } = blocked;
  await queueOwnerEmails(
    tx,
    ctx,
    (workspaceName) => ({
      kind: "account",
      purpose: "recipient_blocked",
      link: `${settings().baseUrl}/recipients`,
      workspaceName,
      email,
      reason,
    }),
    { except: email },
  );
  return true;
}

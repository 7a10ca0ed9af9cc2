import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import type { Db } from "#lib/db/database";
import { queueEntry } from "#lib/outbox/queue-entry";
import type { EmailData } from "#lib/outbox/schema";

/**
 * Queues one mail that is not about a message, in the transaction that makes it due. It leaves with
 * the next drain and is never lost, whatever happens to this process.
 */
export async function queueEmail(
  tx: Db,
  ctx: Context,
  email: { to: string; recipientId?: string; data: EmailData },
): Promise<void> {
  const deliveryId = newId();
  await tx.emailDelivery.create({
    data: {
      id: deliveryId,
      workspaceId: ctx.workspaceId,
      recipientId: email.recipientId ?? null,
      kind: email.data.kind,
      email: email.to,
      status: "queued",
      sealedData: encryptSecret(JSON.stringify(email.data)),
      seriesKey: newId(),
      createdAt: ctx.now,
      nextAttemptAt: ctx.now,
    },
  });
  await queueEntry(tx, ctx, { kind: "email", subjectId: deliveryId });
}

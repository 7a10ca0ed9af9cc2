import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import type { Db } from "#lib/db/database";

/** Makes a delivery due now, in the transaction that makes it `queued`. */
export async function queueDelivery(
  tx: Db,
  ctx: Context,
  delivery: { id: string; webhookId: string },
): Promise<void> {
  const due = { dueAt: ctx.now, claimToken: null };
  await tx.outboxEntry.upsert({
    where: { subjectId: delivery.id },
    create: {
      id: newId(),
      workspaceId: ctx.workspaceId,
      kind: "webhook",
      subjectId: delivery.id,
      lane: delivery.webhookId,
      createdAt: ctx.now,
      ...due,
    },
    update: due,
  });
}

import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import type { Db } from "#lib/db/database";

/** Makes a delivery due now, in the transaction that makes it `queued`. */
export async function queueDelivery(tx: Db, ctx: Context, deliveryId: string): Promise<void> {
  const due = { dueAt: ctx.now, claimToken: null };
  await tx.outboxEntry.upsert({
    where: { subjectId: deliveryId },
    create: {
      id: newId(),
      workspaceId: ctx.workspaceId,
      kind: "webhook",
      subjectId: deliveryId,
      createdAt: ctx.now,
      ...due,
    },
    update: due,
  });
}

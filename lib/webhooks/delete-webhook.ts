import type { Context } from "#lib/core/context";
import { transaction } from "#lib/db/database";
import { touchForm } from "#lib/db/touch-form";
import { cancelQueuedEvents } from "#lib/webhooks/cancel-queued-events";
import { findWebhook } from "#lib/webhooks/store";

/** Deliveries that are deleted while the caller waits; maintenance removes what is more. */
const DELETED_AT_ONCE = 1_000;

/**
 * Deletes the webhook of a form with its secret, deliveries and attempts. All of it is unreachable
 * when this returns, however much there is. Nothing is deleted where there is none.
 *
 * @throws {AppError} not_found
 */
export async function deleteWebhook(ctx: Context, formId: string): Promise<void> {
  await transaction(async (tx) => {
    await touchForm(tx, ctx, formId);
    const webhook = await findWebhook(tx, ctx, formId);
    if (!webhook) return;
    const { id } = webhook;
    await tx.webhook.update({
      where: { id },
      data: { deletedAt: ctx.now, url: "", sealedSecret: null },
    });
    await cancelQueuedEvents(tx, ctx, { webhookId: id, reason: "revision_changed" });
    await tx.$executeRaw`
      DELETE FROM webhook_deliveries WHERE id IN (
        SELECT id FROM webhook_deliveries WHERE webhook_id = ${id}::uuid LIMIT ${DELETED_AT_ONCE}
      )`;
  });
}

import { byId, transaction } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { dueNow } from "#lib/domain/deliveries/queue";
import { lockForRetry, requireCooldownOver } from "#lib/domain/deliveries/retry";
import {
  findRetryError,
  requireDelivery,
  toDeliveryItem,
  WITHOUT_BODY,
} from "#lib/domain/endpoints/delivery-store";
import type { RetriedWebhookDelivery } from "#lib/domain/endpoints/schema";
import { type DestinationId, lockWebhook } from "#lib/domain/endpoints/store";

/**
 * Sends an event again, with the same ID and bytes. An event that failed or was received gets one attempt. If
 * automatic retries are pending, the next one is made now, and then the schedule continues. A worker that has
 * claimed that attempt but not begun it loses its claim.
 *
 * @throws {AppError} not_found; webhook_not_configured; revision_conflict when the webhook has changed
 *   since; delivery_not_retryable; then retry_cooldown within a minute of the last attempt
 */
export async function retryWebhookDelivery(
  ctx: Context,
  formId: string,
  deliveryId: string,
  destinationId: DestinationId = null,
): Promise<RetriedWebhookDelivery> {
  return transaction(async (tx) => {
    const webhook = await lockWebhook(tx, ctx, formId, destinationId);
    const { submissionId } = await requireDelivery(tx, ctx, webhook, deliveryId);
    await lockForRetry(tx, ctx, deliveryId, submissionId);
    const row = await requireDelivery(tx, ctx, webhook, deliveryId);
    const rejection = findRetryError(row, webhook);
    if (rejection) throw rejection;
    requireCooldownOver(row, ctx.now, "event");
    const queued = await tx.delivery.update({
      where: byId(ctx, deliveryId),
      data: {
        ...(await dueNow(tx, ctx)),
        failureReason: null,
        ...(row.status === "retrying" ? {} : { seriesTrigger: "manual" }),
      },
      ...WITHOUT_BODY,
    });
    return {
      message: "The event is queued and will be sent shortly.",
      delivery: toDeliveryItem(queued, webhook),
    };
  });
}

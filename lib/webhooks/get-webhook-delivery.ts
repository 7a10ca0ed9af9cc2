import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { db } from "#lib/db/database";
import { requireForm } from "#lib/forms/store";
import { requireDelivery, toDelivery } from "#lib/webhooks/delivery-store";
import type { WebhookDelivery } from "#lib/webhooks/schema";
import { findWebhook } from "#lib/webhooks/store";

/** @throws {AppError} not_found, also for a delivery of another form */
export async function getWebhookDelivery(
  ctx: Context,
  formId: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  await requireForm(db(), ctx, formId);
  const webhook = await findWebhook(db(), ctx, formId);
  if (!webhook) throw notFound();
  return toDelivery(await requireDelivery(db(), ctx, webhook, deliveryId), webhook);
}

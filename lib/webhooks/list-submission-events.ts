import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { toDeliveryItem, WITH_MESSAGE } from "#lib/webhooks/delivery-store";
import type { WebhookDeliveryItem } from "#lib/webhooks/schema";
import { findWebhook } from "#lib/webhooks/store";

/**
 * The events of one message that the form's receiver was or will be told, oldest first. Those of a
 * webhook that was deleted are gone with it.
 *
 * @param formId - the message's form
 */
export async function listSubmissionEvents(
  ctx: Context,
  formId: string,
  submissionId: string,
): Promise<WebhookDeliveryItem[]> {
  const webhook = await findWebhook(db(), ctx, formId);
  if (!webhook) return [];
  const rows = await db().webhookDelivery.findMany({
    where: { workspaceId: ctx.workspaceId, submissionId, webhookId: webhook.id },
    include: WITH_MESSAGE,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map((row) => toDeliveryItem(row, webhook));
}

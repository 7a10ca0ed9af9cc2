import type { Context } from "#lib/core/context";
import { decodeCursor, type Page, toPage } from "#lib/core/cursor";
import { db } from "#lib/db/database";
import { requireForm } from "#lib/forms/store";
import { reachableDeliveries, toDeliveryItem, WITH_MESSAGE } from "#lib/webhooks/delivery-store";
import type { ListWebhookDeliveriesQuery, WebhookDeliveryItem } from "#lib/webhooks/schema";
import { findWebhook } from "#lib/webhooks/store";

/** One page of the deliveries of a form's webhook, newest first. @throws {AppError} not_found */
export async function listWebhookDeliveries(
  ctx: Context,
  formId: string,
  { limit, cursor }: ListWebhookDeliveriesQuery,
): Promise<Page<WebhookDeliveryItem>> {
  await requireForm(db(), ctx, formId);
  const webhook = await findWebhook(db(), ctx, formId);
  if (!webhook) return { data: [], nextCursor: null };
  const after = cursor ? decodeCursor(cursor) : null;
  const rows = await db().webhookDelivery.findMany({
    where: {
      ...reachableDeliveries(ctx, webhook),
      ...(after
        ? {
            createdAt: { lte: after.at },
            AND: { OR: [{ createdAt: { lt: after.at } }, { id: { lt: after.id } }] },
          }
        : {}),
    },
    include: WITH_MESSAGE,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  return toPage(
    rows,
    limit,
    (row) => ({ at: row.createdAt, id: row.id }),
    (row) => toDeliveryItem(row, webhook),
  );
}

import type { Context } from "#lib/core/context";
import { decodeCursor, olderThan, type Page, toPage } from "#lib/core/cursor";
import { notFound } from "#lib/core/errors";
import { type Db, db, readTogether } from "#lib/db/database";
import { requireForm } from "#lib/forms/store";
import {
  reachableDeliveries,
  requireDelivery,
  toDelivery,
  toDeliveryItem,
  WITH_MESSAGE,
} from "#lib/webhooks/delivery-store";
import type {
  ListWebhookDeliveriesQuery,
  WebhookDelivery,
  WebhookDeliveryItem,
} from "#lib/webhooks/schema";
import { findWebhook } from "#lib/webhooks/store";

/** One page of the deliveries of a form's webhook, newest first. @throws {AppError} not_found */
export async function listWebhookDeliveries(
  ctx: Context,
  formId: string,
  { status, limit, cursor }: ListWebhookDeliveriesQuery,
): Promise<Page<WebhookDeliveryItem>> {
  await requireForm(db(), ctx, formId);
  const webhook = await findWebhook(db(), ctx, formId);
  if (!webhook) return { data: [], nextCursor: null };
  const after = cursor ? decodeCursor(cursor) : null;
  const rows = await db().delivery.findMany({
    where: {
      ...reachableDeliveries(ctx, webhook),
      ...(status ? { status } : {}),
      AND: olderThan(after),
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

/**
 * The events of one submission, oldest first. Deleting the webhook deletes its events.
 *
 * @param formId - the submission's form
 */
export async function listSubmissionEvents(
  tx: Db,
  ctx: Context,
  formId: string,
  submissionId: string,
): Promise<WebhookDeliveryItem[]> {
  const webhook = await findWebhook(tx, ctx, formId);
  if (!webhook) return [];
  const rows = await tx.delivery.findMany({
    where: { workspaceId: ctx.workspaceId, submissionId, webhookId: webhook.id },
    include: WITH_MESSAGE,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map((row) => toDeliveryItem(row, webhook));
}

/** @throws {AppError} not_found, including for a delivery of another form */
export async function getWebhookDelivery(
  ctx: Context,
  formId: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  return readTogether(async (tx) => {
    await requireForm(tx, ctx, formId);
    const webhook = await findWebhook(tx, ctx, formId);
    if (!webhook) throw notFound();
    return toDelivery(await requireDelivery(tx, ctx, webhook, deliveryId), webhook);
  });
}

/** Counting stops here; pages show "more than". */
export const MAX_COUNTED = 10_000;

export type DeliveryCounts = {
  /** Stored deliveries; {@link MAX_COUNTED} means that many or more. */
  kept: number;
  /** The number of these that are queued, being sent, or waiting for another attempt. */
  waiting: number;
};

/** Deliveries that changing or deleting a form's webhook affects; 0 without a webhook. */
export async function countDeliveries(ctx: Context, formId: string): Promise<DeliveryCounts> {
  const [row] = await db().$queryRaw<{ kept: bigint; waiting: bigint }[]>`
    SELECT
      (SELECT count(*) FROM (
        SELECT FROM deliveries d
        WHERE d.workspace_id = w.workspace_id AND d.webhook_id = w.id LIMIT ${MAX_COUNTED}
      ) kept) AS kept,
      (SELECT count(*) FROM (
        SELECT FROM deliveries d
        WHERE d.channel = 'webhook' AND d.workspace_id = w.workspace_id
          AND d.concurrency_key = w.id AND d.due_at IS NOT NULL
        LIMIT ${MAX_COUNTED}
      ) waiting) AS waiting
    FROM webhooks w
    WHERE w.form_id = ${formId}::uuid AND w.workspace_id = ${ctx.workspaceId}::uuid
      AND w.deleted_at IS NULL`;
  return { kept: Number(row?.kept ?? 0), waiting: Number(row?.waiting ?? 0) };
}

import { type Db, db, readTogether } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { byCreation, decodeCursor, olderThan, type Page, toPage } from "#lib/core/cursor";
import { notFound } from "#lib/core/errors";
import {
  reachableDeliveries,
  requireDelivery,
  toDelivery,
  toDeliveryItem,
  WITHOUT_BODY,
} from "#lib/domain/endpoints/delivery-store";
import { Destination } from "#lib/domain/endpoints/destination-schema";
import {
  type ListWebhookDeliveriesQuery,
  WebhookAttempt,
  type WebhookDelivery,
  type WebhookDeliveryItem,
} from "#lib/domain/endpoints/schema";
import {
  type DestinationId,
  findEndpoints,
  findWebhook,
  requireConfigured,
} from "#lib/domain/endpoints/store";
import {
  SELECT_SENDER,
  type Sender,
  type SenderRow,
  toSender,
} from "#lib/domain/forms/spam/sender-sql";
import { requireForm } from "#lib/domain/forms/store";

/**
 * Lists one page of the deliveries of a form's webhook or a destination, newest first.
 *
 * @throws {AppError} not_found
 */
export async function listWebhookDeliveries(
  ctx: Context,
  formId: string,
  { status, limit, cursor }: ListWebhookDeliveriesQuery,
  destinationId: DestinationId = null,
): Promise<Page<WebhookDeliveryItem>> {
  const found = await findWebhook(db(), ctx, formId, destinationId);
  if (!found) await requireForm(db(), ctx, formId);
  if (!found && destinationId === null) return { data: [], nextCursor: null };
  const webhook = requireConfigured(found, destinationId);
  const after = cursor ? decodeCursor(cursor) : null;
  const rows = await db().delivery.findMany({
    where: { ...reachableDeliveries(ctx, webhook), status, AND: olderThan(after) },
    ...WITHOUT_BODY,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  return toPage(rows, limit, byCreation, (row) => toDeliveryItem(row, webhook));
}

/**
 * Lists the events of one submission, oldest first, each with its destination; null for the form's webhook.
 * Deleting an endpoint deletes its events.
 *
 * @param formId - the submission's form
 */
export async function listSubmissionEvents(
  tx: Db,
  ctx: Context,
  formId: string,
  submissionId: string,
) {
  const endpoints = await findEndpoints(tx, ctx, formId);
  if (endpoints.length === 0) return [];
  const rows = await tx.delivery.findMany({
    where: { workspaceId: ctx.workspaceId, submissionId, channel: "webhook" },
    ...WITHOUT_BODY,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.flatMap((row) => {
    const endpoint = endpoints.find(({ id }) => id === row.webhookId);
    if (!endpoint) return [];
    const { id, name } = endpoint;
    const kind = Destination.shape.kind.parse(endpoint.kind);
    const destination = endpoint.isFormWebhook ? null : { id, kind, name };
    return [{ ...toDeliveryItem(row, endpoint), destination }];
  });
}

/** @throws {AppError} not_found, including for a delivery of another form */
export async function getWebhookDelivery(
  ctx: Context,
  formId: string,
  deliveryId: string,
  destinationId: DestinationId = null,
): Promise<WebhookDelivery> {
  return readTogether(async (tx) => {
    const webhook = await findWebhook(tx, ctx, formId, destinationId);
    if (!webhook) throw notFound();
    return toDelivery(await requireDelivery(tx, ctx, webhook, deliveryId), webhook);
  });
}

/** Counting stops at this number; pages show "more than". */
export const MAX_COUNTED_DELIVERIES = 10_000;

/**
 * The number of stored deliveries, and of those that are queued, being sent, or waiting for another
 * attempt.
 */
export type DeliveryCounts = Awaited<ReturnType<typeof countDeliveries>>;

/**
 * Counts the deliveries that changing or deleting a form's webhook affects; 0 without a webhook.
 */
export async function countDeliveries(ctx: Context, formId: string) {
  const [row] = await db().$queryRaw<{ kept: bigint; waiting: bigint }[]>`
    SELECT
      (SELECT count(*) FROM (
        SELECT FROM deliveries d
        WHERE d.workspace_id = w.workspace_id AND d.webhook_id = w.id LIMIT ${MAX_COUNTED_DELIVERIES}
      ) kept) AS kept,
      (SELECT count(*) FROM (
        SELECT FROM deliveries d
        WHERE d.channel = 'webhook' AND d.workspace_id = w.workspace_id
          AND d.concurrency_key = w.id AND d.due_at IS NOT NULL
        LIMIT ${MAX_COUNTED_DELIVERIES}
      ) waiting) AS waiting
    FROM webhooks w
    WHERE w.form_id = ${formId}::uuid AND w.workspace_id = ${ctx.workspaceId}::uuid
      AND w.deleted_at IS NULL AND w.is_form_webhook`;
  return { kept: Number(row?.kept ?? 0), waiting: Number(row?.waiting ?? 0) };
}

/** A delivery with its latest attempt, null before the first, and the message's sender, null for tests. */
export type DeliveryLogEntry = Awaited<ReturnType<typeof listDeliveryLog>>["data"][number];

/**
 * Lists one page of the deliveries of a form's webhook or a destination, newest first. @throws {AppError}
 * not_found
 */
export async function listDeliveryLog(
  ctx: Context,
  formId: string,
  query: ListWebhookDeliveriesQuery,
  destinationId: DestinationId = null,
) {
  const { data, nextCursor } = await listWebhookDeliveries(ctx, formId, query, destinationId);
  const { workspaceId } = ctx;
  const latest = data.map(({ id, attemptCount }) => ({ deliveryId: id, number: attemptCount }));
  const submissionIds = data.flatMap(({ submissionId }) => submissionId ?? []);
  const [attempts, senders] = await Promise.all([
    db().attempt.findMany({
      where: { workspaceId, OR: latest },
      select: { deliveryId: true, outcome: true, responseStatus: true, durationMs: true },
    }),
    readSenders(ctx, submissionIds),
  ]);
  const lastAttempts = new Map(
    attempts.map(({ deliveryId, outcome, ...rest }) => [
      deliveryId,
      { outcome: WebhookAttempt.shape.outcome.parse(outcome), ...rest },
    ]),
  );
  return {
    data: data.map((delivery) => ({
      ...delivery,
      sender: senders.get(delivery.submissionId ?? "") ?? null,
      lastAttempt: lastAttempts.get(delivery.id) ?? null,
    })),
    nextCursor,
  };
}

async function readSenders(ctx: Context, ids: readonly string[]): Promise<Map<string, Sender>> {
  const rows = await db().$queryRaw<(SenderRow & { id: string })[]>`
    SELECT s.id, ${SELECT_SENDER} FROM submissions s
    WHERE s.workspace_id = ${ctx.workspaceId}::uuid AND s.id = ANY(${[...ids]}::uuid[])`;
  return new Map(rows.map((row) => [row.id, toSender(row)]));
}

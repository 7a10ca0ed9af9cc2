import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { parseOrderedJson } from "#lib/core/ordered-json";
import type { Db } from "#lib/db/database";
import type { WebhookAttempt as AttemptRow, Prisma } from "#lib/db/generated/client";
import type { WebhookEvent } from "#lib/webhooks/event-schema";
import { findRetryError, retryAvailableAt } from "#lib/webhooks/rules";
import { WebhookAttempt, type WebhookDelivery, WebhookDeliveryItem } from "#lib/webhooks/schema";
import type { WebhookRow } from "#lib/webhooks/store";

export const WITH_MESSAGE = {
  submission: { select: { folder: true } },
} as const satisfies Prisma.WebhookDeliveryInclude;
const WITH_ATTEMPTS = {
  ...WITH_MESSAGE,
  attempts: { orderBy: { number: "asc" } },
} as const satisfies Prisma.WebhookDeliveryInclude;

export type DeliveryRow = Prisma.WebhookDeliveryGetPayload<{ include: typeof WITH_MESSAGE }>;
type FullRow = Prisma.WebhookDeliveryGetPayload<{ include: typeof WITH_ATTEMPTS }>;

export function toDeliveryItem(row: DeliveryRow, webhook: WebhookRow): WebhookDeliveryItem {
  const { type, status, failureReason } = WebhookDeliveryItem.shape;
  const retryable = findRetryError(row, webhook) === null;
  return {
    id: row.id,
    eventId: row.eventId,
    type: type.parse(row.type),
    status: status.parse(row.status),
    submissionId: row.submissionId,
    attemptCount: row.attemptCount,
    failureReason: failureReason.parse(row.failureReason),
    createdAt: row.createdAt.getTime(),
    lastAttemptAt: row.lastAttemptAt?.getTime() ?? null,
    nextAttemptAt: row.nextAttemptAt?.getTime() ?? null,
    retryable,
    retryAvailableAt: retryable ? retryAvailableAt(row).getTime() : null,
  };
}

function toAttempt(row: AttemptRow): WebhookAttempt {
  const { trigger, outcome } = WebhookAttempt.shape;
  return {
    id: row.id,
    number: row.number,
    trigger: trigger.parse(row.trigger),
    startedAt: row.startedAt.getTime(),
    durationMs: row.durationMs,
    outcome: outcome.parse(row.outcome),
    responseStatus: row.responseStatus,
    responseBody: row.responseBody,
    responseTruncated: row.responseTruncated,
    error: row.error,
  };
}

/**
 * A saved body is one that make-event.ts made. A schema would drop a field with the name `__proto__`,
 * and JSON.parse would put one with the name `10` first.
 */
function parseEvent(body: string): WebhookEvent {
  return parseOrderedJson(body) as WebhookEvent;
}

export function toDelivery(row: FullRow, webhook: WebhookRow): WebhookDelivery {
  return {
    ...toDeliveryItem(row, webhook),
    payload: parseEvent(row.body),
    attempts: row.attempts.map(toAttempt),
  };
}

/** Deliveries of this webhook whose message, if they have one, is not past its retention. */
export function reachableDeliveries(
  ctx: Context,
  webhook: WebhookRow,
): Prisma.WebhookDeliveryWhereInput {
  return {
    webhookId: webhook.id,
    workspaceId: ctx.workspaceId,
    OR: [
      { submissionId: null },
      { submission: { expiresAt: null } },
      { submission: { expiresAt: { gt: ctx.now } } },
    ],
  };
}

/** @throws {AppError} not_found when it is not a delivery of this form's webhook */
export async function requireDelivery(
  tx: Db,
  ctx: Context,
  webhook: WebhookRow,
  deliveryId: string,
): Promise<FullRow> {
  if (!isId(deliveryId)) throw notFound();
  const row = await tx.webhookDelivery.findFirst({
    where: { id: deliveryId, ...reachableDeliveries(ctx, webhook) },
    include: WITH_ATTEMPTS,
  });
  if (!row) throw notFound();
  return row;
}

import type { Db } from "#lib/adapters/db/database";
import type { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { retryAvailableAt } from "#lib/domain/deliveries/retry";
import { parseEvent } from "#lib/domain/endpoints/events";
import {
  WebhookAttempt,
  type WebhookDelivery,
  WebhookDeliveryItem,
} from "#lib/domain/endpoints/schema";
import type { WebhookRow } from "#lib/domain/endpoints/store";

const WITH_MESSAGE = {
  submission: { select: { folder: true } },
} as const satisfies Prisma.DeliveryInclude;
/** The columns of a list item. The event isn't among them, because it may have 256 KiB. */
export const WITHOUT_BODY = {
  omit: { body: true },
  include: WITH_MESSAGE,
} as const satisfies Prisma.DeliveryDefaultArgs;
const WITH_ATTEMPTS = {
  ...WITH_MESSAGE,
  attempts: { orderBy: { number: "asc" } },
} as const satisfies Prisma.DeliveryInclude;

type DeliveryRow = Prisma.DeliveryGetPayload<typeof WITHOUT_BODY>;
type FullRow = Prisma.DeliveryGetPayload<{ include: typeof WITH_ATTEMPTS }>;

/**
 * Returns why a delivery can't be retried, now or later; null when it can. A destination can also get
 * events again that it already received.
 */
export function findRetryError(
  delivery: Pick<DeliveryRow, "status" | "revision" | "submission">,
  webhook: Pick<WebhookRow, "revision" | "enabled" | "isFormWebhook">,
): AppError | null {
  const error = (reason: string) => new AppError("delivery_not_retryable", reason);
  const { isFormWebhook } = webhook;
  if (isFormWebhook && delivery.revision !== webhook.revision)
    return new AppError(
      "revision_conflict",
      "The webhook has changed since this event was created, so it can't be retried.",
    );
  const isDone = !isFormWebhook && delivery.status === "delivered";
  if (delivery.status !== "failed" && delivery.status !== "retrying" && !isDone)
    return error(
      `Only failed or retrying deliveries can be retried. This one is ${delivery.status}.`,
    );
  if (delivery.submission && !webhook.enabled)
    return error(
      `The ${isFormWebhook ? "webhook" : "destination"} is disabled. Enable it to send this event.`,
    );
  if (delivery.submission?.folder === "spam")
    return error("This message is in spam. Move it out of spam first.");
  return null;
}

export function toDeliveryItem(row: DeliveryRow, webhook: WebhookRow): WebhookDeliveryItem {
  const { type, status, failureReason } = WebhookDeliveryItem.shape;
  const retryable = findRetryError(row, webhook) === null;
  return {
    id: row.id,
    eventId: row.dedupeKey,
    type: type.parse(row.kind),
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

const StoredAttempt = WebhookAttempt.strip();

export function toDelivery(row: FullRow, webhook: WebhookRow): WebhookDelivery {
  if (row.body === null) throw new Error("an event has no payload");
  return {
    ...toDeliveryItem(row, webhook),
    payload: parseEvent(row.body),
    attempts: row.attempts.map((attempt) =>
      StoredAttempt.parse({ ...attempt, startedAt: attempt.startedAt.getTime() }),
    ),
  };
}

/** The deliveries of this webhook without those whose submission is past its retention. */
export function reachableDeliveries(ctx: Context, webhook: WebhookRow): Prisma.DeliveryWhereInput {
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

/** @throws {AppError} not_found when it isn't a delivery of this endpoint */
export async function requireDelivery(
  tx: Db,
  ctx: Context,
  webhook: WebhookRow,
  deliveryId: string,
): Promise<FullRow> {
  if (!isId(deliveryId)) throw notFound();
  const row = await tx.delivery.findFirst({
    where: { id: deliveryId, ...reachableDeliveries(ctx, webhook) },
    include: WITH_ATTEMPTS,
  });
  if (!row) throw notFound();
  return row;
}

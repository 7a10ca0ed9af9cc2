import type { Context } from "#lib/core/context";
import type { Page } from "#lib/core/cursor";
import { db } from "#lib/db/database";
import { SELECT_SENDER, type Sender, type SenderRow, toSender } from "#lib/spam/sender-sql";
import { listWebhookDeliveries } from "#lib/webhooks/list-deliveries";
import {
  type ListWebhookDeliveriesQuery,
  WebhookAttempt,
  type WebhookDeliveryItem,
} from "#lib/webhooks/schema";
import type { DestinationId } from "#lib/webhooks/store";

/** A delivery with its latest attempt and the message's sender, for the dashboard. */
export type DeliveryLogEntry = WebhookDeliveryItem & {
  /** Null for tests. */
  sender: Sender | null;
  /** Null before the first attempt. */
  lastAttempt: Pick<WebhookAttempt, "outcome" | "responseStatus" | "durationMs"> | null;
};

/** One page of the deliveries of a form's webhook or a destination, newest first. @throws {AppError} not_found */
export async function listDeliveryLog(
  ctx: Context,
  formId: string,
  query: ListWebhookDeliveriesQuery,
  destinationId: DestinationId = null,
): Promise<Page<DeliveryLogEntry>> {
  const { data, nextCursor } = await listWebhookDeliveries(ctx, formId, query, destinationId);
  const { workspaceId } = ctx;
  const [attempts, senders] = await Promise.all([
    db().attempt.findMany({
      where: {
        workspaceId,
        OR: data.map(({ id, attemptCount }) => ({ deliveryId: id, number: attemptCount })),
      },
      select: { deliveryId: true, outcome: true, responseStatus: true, durationMs: true },
    }),
    readSenders(
      ctx,
      data.flatMap(({ submissionId }) => submissionId ?? []),
    ),
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

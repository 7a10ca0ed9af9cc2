import type { Context } from "#lib/core/context";
import type { Page } from "#lib/core/cursor";
import { db } from "#lib/db/database";
import { listWebhookDeliveries } from "#lib/webhooks/list-deliveries";
import {
  type ListWebhookDeliveriesQuery,
  WebhookAttempt,
  type WebhookDeliveryItem,
} from "#lib/webhooks/schema";

/** A delivery with its latest attempt and the message's sender, for the dashboard. */
export type DeliveryLogEntry = WebhookDeliveryItem & {
  /** Name or email address of the visitor. Null for tests, and if they left neither. */
  sender: string | null;
  /** Null before the first attempt. */
  lastAttempt: Pick<WebhookAttempt, "outcome" | "responseStatus" | "durationMs"> | null;
};

/** One page of a form's deliveries, newest first. @throws {AppError} not_found */
export async function listDeliveryLog(
  ctx: Context,
  formId: string,
  query: ListWebhookDeliveriesQuery,
): Promise<Page<DeliveryLogEntry>> {
  const { data, nextCursor } = await listWebhookDeliveries(ctx, formId, query);
  const { workspaceId } = ctx;
  const [attempts, submissions] = await Promise.all([
    db().attempt.findMany({
      where: {
        workspaceId,
        OR: data.map(({ id, attemptCount }) => ({ deliveryId: id, number: attemptCount })),
      },
      select: { deliveryId: true, outcome: true, responseStatus: true, durationMs: true },
    }),
    db().submission.findMany({
      where: { workspaceId, id: { in: data.flatMap(({ submissionId }) => submissionId ?? []) } },
      select: { id: true, name: true, email: true },
    }),
  ]);
  const lastAttempts = new Map(
    attempts.map(({ deliveryId, outcome, ...rest }) => [
      deliveryId,
      { outcome: WebhookAttempt.shape.outcome.parse(outcome), ...rest },
    ]),
  );
  const senders = new Map(submissions.map(({ id, name, email }) => [id, name ?? email]));
  return {
    data: data.map((delivery) => ({
      ...delivery,
      sender: senders.get(delivery.submissionId ?? "") ?? null,
      lastAttempt: lastAttempts.get(delivery.id) ?? null,
    })),
    nextCursor,
  };
}

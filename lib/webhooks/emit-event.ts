import type { Context } from "#lib/core/context";
import type { Db } from "#lib/db/database";
import { queueEntry } from "#lib/outbox/queue-entry";
import type { AcceptedSubmission } from "#lib/webhooks/make-event";
import { planWebhookEvent } from "#lib/webhooks/plan-event";
import { toWebhook, type WebhookRow } from "#lib/webhooks/store";

/** `suspended`: stored as failed, to be retried by hand (CONTRACT section 3, Webhook). */
export type Emission = "none" | "queued" | "suspended";

/** Emits the event of a message after its acceptance. The caller holds the webhook's row. */
export async function emitEvent(
  tx: Db,
  ctx: Context,
  webhook: WebhookRow,
  submission: AcceptedSubmission,
): Promise<Emission> {
  const event = planWebhookEvent(toWebhook(webhook), submission);
  if (!event) return "none";
  const { deliveryId, entryId, nextAttemptAt, ...planned } = event;
  await tx.webhookDelivery.create({
    data: {
      ...planned,
      id: deliveryId,
      workspaceId: ctx.workspaceId,
      createdAt: ctx.now,
      nextAttemptAt: nextAttemptAt && ctx.now,
    },
  });
  if (entryId === null) return "suspended";
  await queueEntry(tx, ctx, { kind: "webhook", subjectId: deliveryId, lane: webhook.id });
  return "queued";
}

/** Sends a cancelled event after all, under its own id and with its own bytes, as often as any other. */
export async function resumeEvent(
  tx: Db,
  ctx: Context,
  webhook: WebhookRow,
  deliveryId: string,
): Promise<Emission> {
  const isSuspended = webhook.health === "suspended";
  // The entry before the delivery, as the worker takes them.
  if (!isSuspended)
    await queueEntry(tx, ctx, { kind: "webhook", subjectId: deliveryId, lane: webhook.id });
  await tx.webhookDelivery.update({
    where: { id: deliveryId, workspaceId: ctx.workspaceId },
    data: isSuspended
      ? { status: "failed", failureReason: "endpoint_suspended" }
      : {
          status: "queued",
          failureReason: null,
          seriesTrigger: "automatic",
          nextAttemptAt: ctx.now,
        },
  });
  return isSuspended ? "suspended" : "queued";
}

import { newId } from "#lib/core/ids";
import { type AcceptedSubmission, makeSubmissionEvent } from "#lib/webhooks/make-event";
import type { Webhook } from "#lib/webhooks/schema";

/** What acceptance needs to know of the form's webhook. */
export type EventReceiver = Pick<Webhook, "id" | "enabled" | "revision" | "health">;

/** A row of `webhook_deliveries`, and of `outbox` (kind `webhook`) where `entryId` is not null. */
export type PlannedEvent = {
  deliveryId: string;
  webhookId: string;
  revision: string;
  eventId: string;
  type: "submission.created";
  submissionId: string;
  status: "queued" | "failed";
  failureReason: "endpoint_suspended" | null;
  seriesTrigger: "automatic";
  body: string;
  createdAt: Date;
  nextAttemptAt: Date | null;
  entryId: string | null;
};

/**
 * The event that an accepted submission emits; null when it emits none. Not for spam. A suspended
 * receiver's event is stored as failed, to be sent again by hand. Pure but for new ids.
 */
export function planWebhookEvent(
  webhook: EventReceiver | null,
  submission: AcceptedSubmission,
): PlannedEvent | null {
  if (!webhook?.enabled) return null;
  const isSuspended = webhook.health === "suspended";
  const eventId = newId();
  return {
    deliveryId: newId(),
    webhookId: webhook.id,
    revision: webhook.revision,
    eventId,
    type: "submission.created",
    submissionId: submission.id,
    status: isSuspended ? "failed" : "queued",
    failureReason: isSuspended ? "endpoint_suspended" : null,
    seriesTrigger: "automatic",
    body: makeSubmissionEvent(eventId, submission),
    createdAt: submission.receivedAt,
    nextAttemptAt: isSuspended ? null : submission.receivedAt,
    entryId: isSuspended ? null : newId(),
  };
}

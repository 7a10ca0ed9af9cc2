import { WEBHOOK_FAILURES } from "#components/forms/webhook-failures.ts";
import { countOf } from "#lib/core/count";
import type { IntegrationState } from "#lib/domain/endpoints/destinations";
import { type DeliveryCounts, MAX_COUNTED_DELIVERIES } from "#lib/domain/endpoints/list-deliveries";
import type { WebhookAttempt, WebhookDeliveryItem } from "#lib/domain/endpoints/schema";

/** Explains why there are no automatic retries; null if there’s nothing to explain. */
export function explainNoRetry(delivery: WebhookDeliveryItem): string | null {
  const { failureReason, type } = delivery;
  if (failureReason === null) return null;
  if (failureReason === "attempts_exhausted" && type === "webhook.test")
    return "Failed. Tests aren’t retried.";
  return WEBHOOK_FAILURES[failureReason];
}

/** What happened, by the type of its event. */
export const EVENT_TITLES: Readonly<Record<WebhookDeliveryItem["type"], string>> = {
  "submission.created": "New message",
  "submission.updated": "Message changed",
  "submission.deleted": "Message deleted",
  "submission.noted": "Note added",
  "webhook.test": "Test event",
};

export const OUTCOME: Readonly<Record<WebhookAttempt["outcome"], string>> = {
  pending: "In progress",
  succeeded: "Accepted",
  http_error: "Rejected",
  redirect_refused: "Redirect, not followed",
  timeout: "Timed out",
  connection_failed: "No connection",
  tls_failed: "Certificate not trusted",
  dns_failed: "Hostname not found",
  address_blocked: "Not a public address",
  interrupted: "Interrupted",
};

/**
 * Describes the problem of a destination’s latest delivery, if it hasn’t arrived: “410 response”, or “Timed out”.
 */
export function describeProblem({
  status,
  lastAttempt,
}: NonNullable<IntegrationState["latest"]>): string | null {
  if (lastAttempt === null || (status !== "failed" && status !== "retrying")) return null;
  const { responseStatus, outcome } = lastAttempt;
  return responseStatus === null ? OUTCOME[outcome] : `${responseStatus} response`;
}

/** Writes a count, which has a limit: "12 deliveries", "at least 10,000 deliveries". */
function counted(count: number, one: string, many?: string): string {
  const text = countOf(Math.min(count, MAX_COUNTED_DELIVERIES), one, many);
  return count < MAX_COUNTED_DELIVERIES ? text : `at least ${text}`;
}

export function changeWarning({ waiting }: DeliveryCounts): string | null {
  if (waiting === 0) return null;
  return `Saving cancels ${counted(waiting, "waiting event")} for the current endpoint.`;
}

export function rotationLoss({ waiting }: DeliveryCounts): string {
  if (waiting === 0) return "No events are waiting, so none will be lost.";
  return `This cancels ${counted(waiting, "waiting event")}.`;
}

export function deletionLoss({ kept, waiting }: DeliveryCounts): string {
  const deleted =
    kept === 0
      ? "the webhook and its signing secret"
      : `the webhook, its signing secret, and ${counted(kept, "delivery", "deliveries")}`;
  const loss = `This permanently deletes ${deleted}.`;
  return waiting === 0 ? loss : `${loss} It also cancels ${counted(waiting, "waiting event")}.`;
}

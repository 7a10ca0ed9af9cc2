import type { BadgeTone } from "#components/ui/badge";
import type { WebhookAttempt, WebhookDeliveryItem } from "#lib/webhooks/schema";

export const STATUS: Readonly<
  Record<WebhookDeliveryItem["status"], { label: string; tone: BadgeTone }>
> = {
  queued: { label: "Queued", tone: "neutral" },
  sending: { label: "Sending", tone: "accent" },
  retrying: { label: "Trying again", tone: "warning" },
  delivered: { label: "Delivered", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  cancelled: { label: "Cancelled", tone: "neutral" },
};

export const EVENT: Readonly<Record<WebhookDeliveryItem["type"], string>> = {
  "submission.created": "Message received",
  "webhook.test": "Test",
};

const REASONS: Readonly<Record<NonNullable<WebhookDeliveryItem["failureReason"]>, string>> = {
  attempts_exhausted: "All attempts failed.",
  endpoint_gone: "The receiver said that it is gone (410).",
  endpoint_suspended: "The webhook was suspended, so it was kept and not sent.",
  revision_changed: "The webhook was changed before it was sent.",
  moved_to_spam: "The message was moved to spam before it was sent.",
};

/** Why nothing more is tried by itself; null when there is nothing to say. */
export function describeReason(delivery: WebhookDeliveryItem): string | null {
  const { failureReason, type } = delivery;
  if (failureReason === null) return null;
  if (failureReason === "attempts_exhausted" && type === "webhook.test")
    return "It failed; a test is tried once.";
  return REASONS[failureReason];
}

export const OUTCOME: Readonly<Record<WebhookAttempt["outcome"], string>> = {
  pending: "Under way",
  succeeded: "Taken",
  http_error: "Refused",
  redirect_refused: "Redirect, not followed",
  timeout: "Timed out",
  connection_failed: "No connection",
  tls_failed: "Certificate not trusted",
  dns_failed: "Host name not found",
  address_blocked: "Address not public",
  interrupted: "Interrupted",
};

export const TRIGGER: Readonly<Record<WebhookAttempt["trigger"], string>> = {
  automatic: "automatic",
  manual: "by hand",
  test: "test",
};

/** Whether it will look otherwise in a moment. */
export function isUnderWay({ status }: WebhookDeliveryItem): boolean {
  return status === "queued" || status === "sending";
}

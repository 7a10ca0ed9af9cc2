import type { WebhookDeliveryItem } from "#lib/domain/endpoints/schema";

type FailureReason = NonNullable<WebhookDeliveryItem["failureReason"]>;

/** Explains in sentences why a webhook event wasn’t delivered. */
export const WEBHOOK_FAILURES: Readonly<Record<FailureReason, string>> = {
  attempts_exhausted: "All attempts failed.",
  endpoint_gone: "The endpoint says that it’s gone.",
  endpoint_suspended: "Not sent: the webhook was suspended.",
  endpoint_disabled: "The destination was turned off before this was sent.",
  revision_changed: "The webhook changed before this was sent.",
  moved_to_spam: "The message was moved to spam before this was sent.",
  outgoing_off: "Not sent: outgoing calls are turned off on this server.",
};

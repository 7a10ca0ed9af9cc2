import { z } from "zod";
import { Cursor, Limit } from "#lib/core/cursor";
import { DAY_MS } from "#lib/core/durations";
import {
  Id,
  openSet,
  STORABLE_PATTERN,
  Timestamp,
  TimestampInput,
  WEBHOOK_URL_PATTERN,
} from "#lib/core/text";
import { EVENT_TYPES, WebhookEvent } from "#lib/domain/endpoints/event-schema";
import { HeadersInput, WebhookHeader } from "#lib/domain/endpoints/headers-schema";
import { MAX_URL_CHARACTERS, readDestinationUrl } from "#lib/domain/endpoints/webhook-url";

export const Revision = z
  .string("must be a string")
  .meta({ description: "The revision you last read.", pattern: STORABLE_PATTERN });

export const Webhook = z
  .strictObject({
    id: Id.describe("UUID of the webhook."),
    url: z.string().describe("The normalized URL that events are sent to."),
    enabled: z
      .boolean()
      .describe("Whether submissions trigger events. Test events are always sent."),
    headers: z
      .array(WebhookHeader)
      .describe("Headers that every request has besides ours, with masked values."),
    revision: z
      .string()
      .describe("Changes with every save and rotation. Send it with your next update."),
    health: openSet(["healthy", "failing", "suspended"]).describe(
      "`failing` after 3 failed attempts in a row. `suspended` after the endpoint responded with 410, or after 5 days without a success and at least 10 failures. New events are then stored as failed. A successful test or retry, or any save, resets it.",
    ),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .describe("The endpoint that receives a form's events.");
export type Webhook = z.output<typeof Webhook>;

export const WebhookWithSecret = Webhook.extend({
  signingSecret: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
    .describe("Shown only once. Use it to verify signatures (Standard Webhooks)."),
}).describe("A webhook with its new signing secret.");
export type WebhookWithSecret = z.output<typeof WebhookWithSecret>;

const Url = z.string("must be a string").transform((text, issue) => {
  const read = readDestinationUrl("webhook", text);
  if ("url" in read) return read.url;
  issue.addIssue({ code: "custom", message: read.problem });
  return z.NEVER;
});

export const SaveWebhookInput = z.strictObject({
  url: Url.meta({
    description:
      "An HTTPS URL on port 443 whose host is under a public suffix, at most 2,000 characters, without credentials or a fragment. Operators can allow other hosts and ports.",
    format: "uri",
    maxLength: MAX_URL_CHARACTERS,
    pattern: WEBHOOK_URL_PATTERN,
    "x-public-host": true,
  }),
  enabled: z
    .boolean("must be true or false")
    .describe("Whether submissions trigger events. Test events are always sent."),
  headers: HeadersInput.optional(),
  revision: Revision.optional().describe(
    "The revision you last read. Omit when you create the webhook.",
  ),
});
export type SaveWebhookInput = z.output<typeof SaveWebhookInput>;

export const RotateWebhookSecretInput = z.strictObject({ revision: Revision });
export type RotateWebhookSecretInput = z.output<typeof RotateWebhookSecretInput>;

export const WebhookTest = z
  .strictObject({
    deliveryId: Id.describe("UUID of the test's delivery."),
    eventId: Id.describe("UUID of the event."),
  })
  .describe("A queued test event. Its delivery shows the result.");
export type WebhookTest = z.output<typeof WebhookTest>;

const DELIVERY_STATUSES = [
  "queued",
  "sending",
  "retrying",
  "delivered",
  "failed",
  "cancelled",
] as const;

export const WebhookDeliveryItem = z
  .strictObject({
    id: Id.describe("UUID of the delivery."),
    eventId: Id.describe("UUID of the event, sent as `webhook-id` with every attempt."),
    type: openSet([...EVENT_TYPES, "webhook.test"]).describe("The event type."),
    status: openSet(DELIVERY_STATUSES).describe("`retrying` if another attempt is scheduled."),
    submissionId: Id.nullable().describe("UUID of the submission. Null for test events."),
    attemptCount: z.int().nonnegative().describe("Number of attempts so far."),
    failureReason: openSet([
      "attempts_exhausted",
      "endpoint_gone",
      "endpoint_suspended",
      "endpoint_disabled",
      "revision_changed",
      "moved_to_spam",
      "outgoing_off",
    ])
      .nullable()
      .describe("Why there are no more automatic attempts. Null unless `failed` or `cancelled`."),
    createdAt: Timestamp,
    lastAttemptAt: Timestamp.nullable().describe(
      "In Unix epoch milliseconds. Null before the first attempt.",
    ),
    nextAttemptAt: Timestamp.nullable().describe(
      "In Unix epoch milliseconds. Null if no attempt is scheduled.",
    ),
    retryable: z.boolean().describe("Whether it can be retried manually."),
    retryAvailableAt: Timestamp.nullable().describe(
      "When it can be retried, in Unix epoch milliseconds. Null if it can't.",
    ),
  })
  .describe("The delivery of an event to the webhook's endpoint.");
export type WebhookDeliveryItem = z.output<typeof WebhookDeliveryItem>;

export const WebhookAttempt = z
  .strictObject({
    id: Id.describe("UUID of the attempt."),
    number: z.int().positive().describe("Attempt number, starting at 1."),
    trigger: openSet(["automatic", "manual", "test", "replay"]).describe(
      "What triggered the attempt.",
    ),
    startedAt: Timestamp,
    durationMs: z
      .int()
      .nonnegative()
      .nullable()
      .describe("In milliseconds. Null while the attempt is running."),
    outcome: openSet([
      "pending",
      "succeeded",
      "http_error",
      "redirect_refused",
      "timeout",
      "connection_failed",
      "tls_failed",
      "dns_failed",
      "address_blocked",
      "interrupted",
    ]).describe(
      "`interrupted` if our service stopped during the attempt, so the event may have arrived.",
    ),
    responseStatus: z
      .int()
      .nullable()
      .describe("HTTP status of the response. Null if there was none."),
    responseBody: z.string().nullable().describe("Up to 16 KiB of the response body, as text."),
    responseTruncated: z.boolean().describe("Whether the response body was cut off."),
    error: z.string().nullable().describe("What went wrong, or null."),
  })
  .describe("One attempt to send an event.");
export type WebhookAttempt = z.output<typeof WebhookAttempt>;

export const WebhookDelivery = WebhookDeliveryItem.extend({
  payload: WebhookEvent.describe("The stored event, as it's sent."),
  attempts: z.array(WebhookAttempt).describe("Oldest first."),
}).describe("A delivery with its event and attempts.");
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const ListWebhookDeliveriesQuery = z.object({
  status: z
    .enum(DELIVERY_STATUSES, {
      error: "must be queued, sending, retrying, delivered, failed, or cancelled",
    })
    .optional()
    .describe("Only deliveries in this state."),
  limit: Limit(50, 20),
  cursor: Cursor.optional(),
});
export type ListWebhookDeliveriesQuery = z.output<typeof ListWebhookDeliveriesQuery>;

export const MAX_REPLAY_DAYS = 31;
const MAX_REPLAY_MS = MAX_REPLAY_DAYS * DAY_MS;
export const MAX_REPLAYED = 1_000;

export const ReplayWebhookInput = z
  .strictObject({
    from: TimestampInput.describe("Start of the period, in Unix epoch milliseconds."),
    to: TimestampInput.describe("End of the period, exclusive, in Unix epoch milliseconds."),
    status: z
      .enum(["undelivered", "all"], { error: "must be undelivered or all" })
      .describe("`undelivered` for submissions with an event that never arrived."),
  })
  .refine(({ from, to }) => from < to, { path: ["to"], error: "must be after from" })
  .refine(({ from, to }) => to - from <= MAX_REPLAY_MS, {
    path: ["to"],
    error: `must be at most ${MAX_REPLAY_DAYS} days after from`,
  });
export type ReplayWebhookInput = z.output<typeof ReplayWebhookInput>;

export const WebhookReplay = z
  .strictObject({ queued: z.int().nonnegative().describe("Number of events.") })
  .describe("The events that were queued.");
export type WebhookReplay = z.output<typeof WebhookReplay>;

export const RetriedWebhookDelivery = z
  .strictObject({
    message: z.string().describe("Human-readable message."),
    delivery: WebhookDeliveryItem,
  })
  .describe("The delivery, which is queued again.");
export type RetriedWebhookDelivery = z.output<typeof RetriedWebhookDelivery>;

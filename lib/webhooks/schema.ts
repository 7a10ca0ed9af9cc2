import { z } from "zod";
import { Cursor, Limit } from "#lib/core/cursor";
import { publicHostProblem } from "#lib/core/public-host";
import { Id, isLongerThan, Timestamp } from "#lib/core/text";
import { WebhookEvent } from "#lib/webhooks/event-schema";

/** SPEC, Limits: characters of a webhook's URL in its normal form. */
export const MAX_URL_CHARACTERS = 2_000;

/** Characters that readers of URLs disagree about: one takes them off, another goes elsewhere. */
const AMBIGUOUS = /[\s\\\p{Cc}\p{Cf}]/u;

/**
 * Reads the URL of a receiver (CONTRACT section 5, URL at save). Where its name leads to is not
 * looked at: that is checked at every connect.
 *
 * @returns the normal form, which is what is stored and called, or what is wrong
 */
export function readWebhookUrl(text: string): { url: string } | { problem: string } {
  const authority = /^https:\/\/([^/?#]+)/i.exec(text)?.[1];
  const url = AMBIGUOUS.test(text) ? null : URL.parse(text);
  if (authority === undefined || !url || url.protocol !== "https:")
    return { problem: "must be an HTTPS URL like https://hooks.example.com/path" };
  if (authority.includes("@")) return { problem: "must not carry credentials" };
  if (text.includes("#")) return { problem: "must not have a fragment" };
  if (url.port !== "") return { problem: "must use port 443" };
  const host = publicHostProblem(url.hostname);
  if (host) return { problem: `its host ${host}` };
  if (isLongerThan(url.href, MAX_URL_CHARACTERS))
    return { problem: `must have at most ${MAX_URL_CHARACTERS.toLocaleString("en")} characters` };
  return { url: url.href };
}

const Revision = z.string("must be text").describe("The revision of the latest read.");

export const Webhook = z
  .strictObject({
    id: Id.describe("UUID of the webhook."),
    url: z.string().describe("In its normal form, as it is called."),
    enabled: z.boolean().describe("Whether submissions emit events; tests are sent all the same."),
    revision: z.string().describe("New at every save and rotation, to be sent with the next one."),
    health: z
      .enum(["healthy", "failing", "suspended"])
      .describe(
        "`failing`: 3 deliveries in a row used up their attempts. `suspended`: the receiver answered 410, or nothing succeeded for 5 days with 10 failures or more; events are then stored as failed. A successful test or retry, or any save, heals it.",
      ),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .describe("The receiver of a form's events.");
export type Webhook = z.output<typeof Webhook>;

export const WebhookWithSecret = Webhook.extend({
  signingSecret: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
    .describe("Shown this once. Verify signatures with it (Standard Webhooks)."),
}).describe("A webhook with its new signing secret.");
export type WebhookWithSecret = z.output<typeof WebhookWithSecret>;

const Url = z.string("must be text").transform((text, issue) => {
  const read = readWebhookUrl(text);
  if ("url" in read) return read.url;
  issue.addIssue({ code: "custom", message: read.problem });
  return z.NEVER;
});

export const SaveWebhookInput = z.strictObject({
  url: Url.describe(
    "A public HTTPS URL on port 443 of at most 2,000 characters, without credentials and fragment.",
  ),
  enabled: z
    .boolean("must be true or false")
    .describe("Whether submissions emit events; tests are sent all the same."),
  revision: Revision.optional().describe(
    "Left out on creation; on an update, the revision of the latest read.",
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
  .describe("A queued test; its delivery shows how it went.");
export type WebhookTest = z.output<typeof WebhookTest>;

export const WebhookDeliveryItem = z
  .strictObject({
    id: Id.describe("UUID of the delivery."),
    eventId: Id.describe("UUID of the event: `webhook-id` of every attempt."),
    type: z.enum(["submission.created", "webhook.test"]).describe("What happened."),
    status: z
      .enum(["queued", "sending", "retrying", "delivered", "failed", "cancelled"])
      .describe("`retrying`: another attempt follows by itself."),
    submissionId: Id.nullable().describe("UUID of the message; null for tests."),
    attemptCount: z.int().nonnegative().describe("Attempts so far."),
    failureReason: z
      .enum([
        "attempts_exhausted",
        "endpoint_gone",
        "endpoint_suspended",
        "revision_changed",
        "moved_to_spam",
      ])
      .nullable()
      .describe("Why nothing more is tried by itself; null unless failed or cancelled."),
    createdAt: Timestamp,
    lastAttemptAt: Timestamp.nullable().describe("Unix epoch milliseconds; null before the first."),
    nextAttemptAt: Timestamp.nullable().describe("Unix epoch milliseconds; null when none is due."),
    retryable: z.boolean().describe("Whether it can be sent again by hand."),
    retryAvailableAt: Timestamp.nullable().describe(
      "From when, in Unix epoch milliseconds; null when not retryable.",
    ),
  })
  .describe("An event on its way to the receiver.");
export type WebhookDeliveryItem = z.output<typeof WebhookDeliveryItem>;

export const WebhookAttempt = z
  .strictObject({
    id: Id.describe("UUID of the attempt."),
    number: z.int().positive().describe("Counts from 1."),
    trigger: z.enum(["automatic", "manual", "test"]).describe("What it was made for."),
    startedAt: Timestamp,
    durationMs: z.int().nonnegative().nullable().describe("Milliseconds; null while it runs."),
    outcome: z
      .enum([
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
      ])
      .describe("`interrupted`: the service stopped meanwhile; the event may have arrived."),
    responseStatus: z.int().nullable().describe("HTTP status; null without an answer."),
    responseBody: z.string().nullable().describe("At most 16 KiB of the answer, as text."),
    responseTruncated: z.boolean().describe("Whether the answer was longer than what was read."),
    error: z.string().nullable().describe("What went wrong, in one sentence; null if nothing."),
  })
  .describe("One try to send an event.");
export type WebhookAttempt = z.output<typeof WebhookAttempt>;

export const WebhookDelivery = WebhookDeliveryItem.extend({
  payload: WebhookEvent.describe("The event as it was saved and is sent."),
  attempts: z.array(WebhookAttempt).describe("Oldest first."),
}).describe("An event with its payload and attempts.");
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const ListWebhookDeliveriesQuery = z.object({
  limit: Limit(50, 20),
  cursor: Cursor.optional(),
});
export type ListWebhookDeliveriesQuery = z.output<typeof ListWebhookDeliveriesQuery>;

export const RetriedWebhookDelivery = z
  .strictObject({
    message: z.string().describe("One sentence."),
    delivery: WebhookDeliveryItem,
  })
  .describe("The delivery, queued again.");
export type RetriedWebhookDelivery = z.output<typeof RetriedWebhookDelivery>;

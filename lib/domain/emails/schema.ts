import { z } from "zod";
import { Cursor, Limit } from "#lib/core/cursor";
import { Id, openSet, Timestamp } from "#lib/core/text";
import { EmailKind } from "#lib/domain/deliveries/schema";

export const NotificationPlan = z
  .strictObject({
    recipients: z
      .array(
        z.strictObject({
          id: Id.describe("UUID of the recipient."),
          email: z.string().describe("The notified address."),
        }),
      )
      .describe("Verified recipients. Empty if no one is notified."),
    reason: openSet([
      "form_recipients",
      "routing_rule",
      "notifications_disabled",
      "not_immediately",
      "spam",
      "held",
      "waiting",
      "imported",
    ]).describe(
      "Why these recipients were picked. `not_immediately` if the form's recipients are members who get digests or nothing. `held` if no one is notified until the submission is released, `waiting` until the visitor confirms it. `imported` if it came from a file: then no one is notified.",
    ),
    ruleId: Id.nullable().describe("The first routing rule that matched, or null."),
    ruleName: z.string().nullable().describe("The rule's name, or null."),
  })
  .describe("Who is notified of the submission, decided when it was accepted.");
export type NotificationPlan = z.output<typeof NotificationPlan>;

export const EmailAttempt = z
  .strictObject({
    id: Id.describe("UUID of the attempt."),
    number: z.int().positive().describe("Attempt number, starting at 1. Continues across retries."),
    trigger: openSet(["automatic", "manual"]).describe("`manual` if someone requested a retry."),
    startedAt: Timestamp,
    finishedAt: Timestamp.nullable().describe(
      "In Unix epoch milliseconds. Null while the attempt is running.",
    ),
    outcome: openSet(["pending", "sent", "failed", "uncertain"]).describe(
      "`sent` if the provider accepted it, or if it was captured in the test inbox. `uncertain` if the provider's response was lost, so the email may have been sent.",
    ),
    error: z.string().nullable().describe("What went wrong, or null."),
  })
  .describe("One attempt to send an email.");

export const EmailDelivery = z
  .strictObject({
    id: Id.describe("UUID of the delivery."),
    recipientId: Id.nullable().describe("UUID of the recipient. Null for emails to the visitor."),
    email: z.string().describe("The address it's sent to."),
    kind: openSet(["notification", "visitor_reply", "confirmation", "reply"]).describe(
      "A notification to a recipient, or to the visitor an auto-reply, a confirmation email, or a reply that someone wrote.",
    ),
    status: openSet([
      "queued",
      "sending",
      "retrying",
      "sent",
      "failed",
      "uncertain",
      "cancelled",
    ]).describe(
      "`retrying` if another attempt is scheduled. `failed` and `uncertain` notifications and replies can be retried manually.",
    ),
    attempts: z.array(EmailAttempt).describe("Oldest first."),
    createdAt: Timestamp,
    lastAttemptAt: Timestamp.nullable().describe(
      "In Unix epoch milliseconds. Null before the first attempt.",
    ),
    nextAttemptAt: Timestamp.nullable().describe(
      "In Unix epoch milliseconds. Null if no attempt is scheduled.",
    ),
    providerStatus: openSet(["delivered", "delayed", "bounced", "complained"])
      .nullable()
      .describe(
        "What the email provider reported after accepting it, or null. It never changes `status`.",
      ),
    providerReportedAt: Timestamp.nullable().describe(
      "When that happened, in Unix epoch milliseconds. Null without a report.",
    ),
  })
  .describe("An email to one address, with every attempt to send it.");
export type EmailDelivery = z.output<typeof EmailDelivery>;

/**
 * How many days the test inbox keeps captured emails, and the service keeps emails that aren't about
 * a message.
 */
export const EMAIL_KEPT_DAYS = 30;

/** A captured email as the test inbox lists it. */
export const CapturedEmailItem = z.strictObject({
  id: Id,
  to: z.string(),
  subject: z.string(),
  kind: EmailKind,
  createdAt: Timestamp.describe("When it was captured, in Unix epoch milliseconds."),
});
export type CapturedEmailItem = z.output<typeof CapturedEmailItem>;

export const CapturedEmail = CapturedEmailItem.extend({
  from: z.string(),
  /** The reply-to address. With a name, the `Reply-To` header has both. */
  replyTo: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  html: z.string(),
  text: z.string(),
  /** The attached files; their content is in the message. */
  attachments: z.array(
    z.object({ filename: z.string(), contentType: z.string(), size: z.number() }),
  ),
});
export type CapturedEmail = z.output<typeof CapturedEmail>;

export const ListCapturedEmailsQuery = z.object({
  limit: Limit(50, 25),
  cursor: Cursor.optional(),
  kind: EmailKind.optional(),
});
export type ListCapturedEmailsQuery = z.output<typeof ListCapturedEmailsQuery>;

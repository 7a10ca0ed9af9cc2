import { z } from "zod";
import { Cursor, Limit } from "#lib/core/cursor";
import { Id, Timestamp } from "#lib/core/text";
import { EmailKind } from "#lib/deliveries/schema";

export const NotificationPlan = z
  .strictObject({
    recipients: z
      .array(
        z.strictObject({
          id: Id.describe("UUID of the recipient."),
          email: z.string().describe("The address that is told."),
        }),
      )
      .describe("Verified recipients; none when nobody is told."),
    reason: z
      .enum(["form_recipients", "routing_rule", "notifications_disabled", "spam"])
      .describe("Why these recipients, and nobody else, are told."),
    ruleId: Id.nullable().describe("The routing rule that matched first, or null."),
    ruleName: z.string().nullable().describe("That rule's name, or null."),
  })
  .describe("Who is told of the message, decided when it was accepted.");
export type NotificationPlan = z.output<typeof NotificationPlan>;

export const EmailAttempt = z
  .strictObject({
    id: Id.describe("UUID of the attempt."),
    number: z.int().positive().describe("Counts from 1, over all series."),
    trigger: z.enum(["automatic", "manual"]).describe("`manual`: somebody asked for a retry."),
    startedAt: Timestamp,
    finishedAt: Timestamp.nullable().describe("Unix epoch milliseconds; null while it runs."),
    outcome: z
      .enum(["pending", "sent", "failed", "uncertain"])
      .describe("`uncertain`: the provider's answer was lost, the mail may have left."),
    error: z.string().nullable().describe("What went wrong, in one sentence; null if nothing."),
  })
  .describe("One try to send a mail.");

export const EmailDelivery = z
  .strictObject({
    id: Id.describe("UUID of the delivery."),
    recipientId: Id.nullable().describe("UUID of the recipient; null for a visitor's reply."),
    email: z.string().describe("The address it goes to."),
    kind: z
      .enum(["notification", "visitor_reply"])
      .describe("Mail to an owner, or the automatic reply to the visitor."),
    status: z
      .enum(["queued", "sending", "retrying", "sent", "failed", "uncertain", "cancelled"])
      .describe(
        "`retrying`: another attempt follows by itself. `failed` and `uncertain` notifications can be retried by hand.",
      ),
    attempts: z.array(EmailAttempt).describe("Oldest first."),
    createdAt: Timestamp,
    lastAttemptAt: Timestamp.nullable().describe("Unix epoch milliseconds; null before the first."),
    nextAttemptAt: Timestamp.nullable().describe("Unix epoch milliseconds; null when none is due."),
  })
  .describe("One mail to one address, with every attempt to send it.");
export type EmailDelivery = z.output<typeof EmailDelivery>;

/** Days that the test inbox keeps what was captured, and that mails about no message are kept. */
export const MAIL_KEPT_DAYS = 30;

/** A captured mail as the test inbox lists it. */
export const CapturedEmailItem = z.strictObject({
  id: Id,
  to: z.string(),
  subject: z.string(),
  kind: EmailKind,
  createdAt: Timestamp.describe("When it was captured."),
});
export type CapturedEmailItem = z.output<typeof CapturedEmailItem>;

export const CapturedEmail = CapturedEmailItem.extend({
  from: z.string(),
  replyTo: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  html: z.string(),
  text: z.string(),
});
export type CapturedEmail = z.output<typeof CapturedEmail>;

export const ListCapturedEmailsQuery = z.object({
  limit: Limit(50, 25),
  cursor: Cursor.optional(),
  kind: EmailKind.optional(),
});
export type ListCapturedEmailsQuery = z.output<typeof ListCapturedEmailsQuery>;

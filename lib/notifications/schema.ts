import { z } from "zod";
import { Id, Timestamp } from "#lib/core/text";

export const NotificationPlan = z
  .strictObject({
    recipients: z.array(z.strictObject({ id: Id, email: z.string() })),
    reason: z
      .enum(["form_recipients", "routing_rule", "notifications_disabled", "spam"])
      .describe("Why these recipients, and nobody else, are told."),
    ruleId: Id.nullable().describe("The routing rule that matched first, or null."),
    ruleName: z.string().nullable(),
  })
  .describe("Who is told of the message, decided when it was accepted.");
export type NotificationPlan = z.output<typeof NotificationPlan>;

export const EmailAttempt = z.strictObject({
  id: Id,
  number: z.int().positive(),
  trigger: z.enum(["automatic", "manual"]),
  startedAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  outcome: z.enum(["pending", "sent", "failed", "uncertain"]),
  error: z.string().nullable(),
});

export const EmailDelivery = z
  .strictObject({
    id: Id,
    recipientId: Id.nullable(),
    email: z.string(),
    kind: z.enum(["notification", "visitor_reply"]),
    status: z.enum(["queued", "sending", "retrying", "sent", "failed", "uncertain", "cancelled"]),
    attempts: z.array(EmailAttempt).describe("Oldest first."),
    createdAt: Timestamp,
    lastAttemptAt: Timestamp.nullable(),
    nextAttemptAt: Timestamp.nullable(),
  })
  .describe("One mail to one address, with every attempt to send it.");
export type EmailDelivery = z.output<typeof EmailDelivery>;

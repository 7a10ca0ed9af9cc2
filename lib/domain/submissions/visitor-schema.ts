import { z } from "zod";
import { openSet, Timestamp } from "#lib/core/text";

export const VisitorReply = z
  .strictObject({
    status: openSet([
      "not_eligible",
      "queued",
      "sent",
      "failed",
      "uncertain",
      "suppressed",
    ]).describe(
      "`not_eligible` if no auto-reply applies, `suppressed` if an opt-out or limit prevented it, `uncertain` if it may have arrived.",
    ),
    reason: openSet([
      "spam",
      "not_configured",
      "disabled",
      "no_consent",
      "no_email",
      "widget_not_verified",
      "looks_automatic",
      "opted_out",
      "rate_limited",
      "held",
      "imported",
    ])
      .nullable()
      .describe(
        "Why no auto-reply is sent. Null if one was or will be sent. `looks_automatic` if the form relies on its own challenge, and the message didn't pass it, has signs of spam, or came after 20 emails to visitors within an hour.",
      ),
  })
  .describe("Whether the visitor gets an auto-reply, and if not, why.");
export type VisitorReply = z.output<typeof VisitorReply>;

export const Confirmation = z
  .strictObject({
    status: openSet(["waiting", "confirmed"]).describe(
      "`waiting` until the visitor presses the button of the email's link.",
    ),
    requestedAt: Timestamp.describe("When it was submitted, in Unix epoch milliseconds."),
    confirmedAt: Timestamp.nullable().describe(
      "When the visitor confirmed it, in Unix epoch milliseconds. Null before that.",
    ),
    address: z
      .string()
      .nullable()
      .describe(
        "The IP address from which the visitor confirmed it. Null before that, or if unknown.",
      ),
  })
  .describe("The visitor's confirmation by email (double opt-in).");

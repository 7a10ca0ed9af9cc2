import type { NotificationPlan } from "#lib/notifications/schema";
import type { Submission, VisitorReply } from "#lib/submissions/schema";

function listOf(addresses: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(addresses);
}

/**
 * Who is told of a message and why, in a sentence.
 *
 * @param wasReleased - whether it came as spam and its mail was sent later
 */
export function describePlan(
  { reason, recipients, ruleName }: NotificationPlan,
  wasReleased = false,
): string {
  const told = listOf(recipients.map(({ email }) => email));
  switch (reason) {
    case "spam":
      return wasReleased
        ? "It came as spam, so nobody was told at first."
        : "It came as spam, so nobody was told.";
    case "notifications_disabled":
      return "The form notified nobody when this message came.";
    case "form_recipients":
      return recipients.length === 0
        ? "None of the form’s recipients could be notified."
        : `Notifies ${told}, the form’s ${recipients.length === 1 ? "recipient" : "recipients"}.`;
    case "routing_rule":
      return recipients.length === 0
        ? `The rule “${ruleName ?? ""}” matched, but none of its recipients could be notified.`
        : `Notifies ${told}: the rule “${ruleName ?? ""}” matched first.`;
  }
}

/** How a message came to be spam; null for all others. */
export function describeSpam(reason: Submission["spamReason"]): string | null {
  switch (reason) {
    case "honeypot":
      return "Caught by the honeypot: a field that people never see was filled in.";
    case "manual":
      return "Moved to spam by hand.";
    case null:
      return null;
  }
}

const REPLY_REASONS: Readonly<Record<NonNullable<VisitorReply["reason"]>, string>> = {
  spam: "The visitor gets no reply, because the message came as spam.",
  not_configured: "",
  disabled: "The visitor gets no reply: auto-reply is switched off.",
  no_consent: "The visitor gets no reply, for they did not ask for one.",
  no_email: "The visitor gets no reply, for they left no address.",
  widget_not_verified: "The visitor gets no reply: the anti-spam widget is not verified.",
  opted_out: "The visitor gets no reply, for they asked for no more mail.",
  rate_limited:
    "The visitor gets no reply: they had one within a day, or 100 visitors had one within the hour.",
};

/** Whether the visitor is answered; nothing where auto-reply was never set up. */
export function describeVisitorReply({ status, reason }: VisitorReply): string {
  if (reason) return REPLY_REASONS[reason];
  switch (status) {
    case "queued":
      return "A reply to the visitor is on its way.";
    case "sent":
      return "The visitor was sent the auto-reply.";
    case "failed":
      return "The auto-reply to the visitor failed.";
    case "uncertain":
      return "The auto-reply may or may not have reached the visitor.";
    default:
      return "";
  }
}

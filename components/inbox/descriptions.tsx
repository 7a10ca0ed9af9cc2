import type { NotificationPlan } from "#lib/notifications/schema";
import type { Submission, VisitorReply } from "#lib/submissions/schema";

function listOf(addresses: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(addresses);
}

/**
 * Who is notified about a message and why, in a sentence.
 *
 * @param wasSentLater - whether it was marked as spam and its email was sent later
 */
export function describePlan(
  { reason, recipients, ruleName }: NotificationPlan,
  wasSentLater = false,
): string {
  const notified = listOf(recipients.map(({ email }) => email));
  switch (reason) {
    case "spam":
      return wasSentLater
        ? "Marked as spam, so no one was notified at first."
        : "Marked as spam, so no one was notified.";
    case "notifications_disabled":
      return "Notifications were off when this message arrived.";
    case "form_recipients":
      return recipients.length === 0
        ? "None of the form’s recipients could be notified."
        : `Notifies ${notified}, the form’s ${recipients.length === 1 ? "recipient" : "recipients"}.`;
    case "routing_rule":
      return recipients.length === 0
        ? `The rule “${ruleName ?? ""}” matched, but none of its recipients could be notified.`
        : `Notifies ${notified}: the rule “${ruleName ?? ""}” matched first.`;
  }
}

/** Why a message is in spam, in a sentence; null if it isn't. */
export function describeSpam(reason: Submission["spamReason"]): string | null {
  switch (reason) {
    case "honeypot":
      return "Caught by the honeypot, a hidden field that only bots fill in.";
    case "manual":
      return "Moved to spam manually.";
    case null:
      return null;
  }
}

const NO_REPLY_REASONS: Readonly<Record<NonNullable<VisitorReply["reason"]>, string>> = {
  spam: "No auto-reply: the message was marked as spam.",
  not_configured: "",
  disabled: "No auto-reply: it’s turned off.",
  no_consent: "No auto-reply: the visitor didn’t opt in.",
  no_email: "No auto-reply: the visitor left no email address.",
  widget_not_verified: "No auto-reply: spam protection isn’t verified.",
  opted_out: "No auto-reply: the visitor unsubscribed.",
  rate_limited: "No auto-reply: rate limit reached.",
};

/** The state of the auto-reply; empty for forms without one. */
export function describeVisitorReply({ status, reason }: VisitorReply): string {
  if (reason) return NO_REPLY_REASONS[reason];
  switch (status) {
    case "queued":
      return "An auto-reply is being sent.";
    case "sent":
      return "An auto-reply was sent.";
    case "failed":
      return "The auto-reply failed.";
    case "uncertain":
      return "We can’t confirm that the auto-reply arrived.";
    default:
      return "";
  }
}

import type { NotificationPlan } from "#lib/domain/emails/schema";
import type { NotSpamResult } from "#lib/domain/submissions/mark-not-spam";
import type { Submission } from "#lib/domain/submissions/schema";
import type { VisitorReply } from "#lib/domain/submissions/visitor-schema";

/** "a, b, and c", or with "or" */
export function listOf(
  parts: readonly string[],
  type: "conjunction" | "disjunction" = "conjunction",
): string {
  return new Intl.ListFormat("en", { type }).format(parts);
}

/**
 * Describes in a sentence who is notified about a message, and why.
 *
 * @param wasSentLater - whether it was marked as spam and its email was sent later
 * @param isListed - whether the emails to the recipients are listed below it
 */
export function describePlan(
  { reason, recipients, ruleName }: NotificationPlan,
  wasSentLater = false,
  isListed = false,
): string {
  const notified = listOf(recipients.map(({ email }) => email));
  switch (reason) {
    case "spam":
      return wasSentLater
        ? "Notifications were held while it was in spam."
        : "Marked as spam, so no one was notified.";
    case "held":
      return "On hold: the month’s allowance was used up. Emails and webhook events are sent when the next month begins (UTC) or the allowance grows.";
    case "waiting":
      return "No one was notified when it arrived, because the visitor hadn’t confirmed it.";
    case "imported":
      return "Imported from a file, so no one was notified.";
    case "notifications_disabled":
      return "Notifications were off when this message arrived.";
    case "not_immediately":
      return "No one was notified at once: the form’s recipients get digests, or nothing.";
    case "form_recipients":
      return recipients.length === 0
        ? "None of the form’s recipients could be notified."
        : isListed
          ? "To the form’s recipients:"
          : `Recipients: ${notified} (form default).`;
    case "routing_rule":
      return recipients.length === 0
        ? `The rule “${ruleName ?? ""}” matched, but none of its recipients could be notified.`
        : isListed
          ? `To the recipients of the rule “${ruleName ?? ""}”, which matched first:`
          : `Recipients: ${notified} (rule “${ruleName ?? ""}” matched first).`;
  }
}

/** Describes addresses that have been removed since spam held back their notification. */
export function describeRemoved(emails: readonly string[]): string {
  const are = emails.length === 1 ? "is no longer a recipient" : "are no longer recipients";
  return `${listOf(emails)} ${are} and won’t be notified.`;
}

/**
 * Explains in a sentence why a message is in spam; null if it isn't.
 *
 * @param match - the blocked sender or word, if it's known
 */
export function describeSpam(
  reason: Submission["spamReason"],
  match: string | null,
): string | null {
  switch (reason) {
    case null:
      return null;
    case "honeypot":
      return "Caught by the honeypot, a hidden field that only bots fill in.";
    case "blocked_sender":
      return match ? `Sender blocked: ${match}.` : "The sender was blocked.";
    case "blocked_word":
      return match ? `Contains the blocked word “${match}”.` : "Contains a blocked word.";
    case "content":
      return "It looks like spam.";
    case "manual":
      return "Moved to spam manually.";
  }
}

/** Describes for a toast what was sent when a message was marked as not spam. */
export function describeNotSpam({
  notified,
  removed,
  event,
}: Pick<NotSpamResult, "notified" | "removed" | "event">): string {
  const sent = [
    ...(notified.length > 0 ? ["the email"] : []),
    ...(event === "queued" ? ["the webhook event"] : []),
  ];
  const sentences = [
    ...(sent.length > 0 ? [`Sending ${listOf(sent)} now.`] : []),
    ...(event === "suspended"
      ? ["The webhook is suspended, so its event wasn’t sent. Retry it after fixing the endpoint."]
      : []),
    ...(removed.length > 0 ? [describeRemoved(removed)] : []),
  ];
  return `Marked as not spam. ${sentences.join(" ") || "Nothing was pending."}`;
}

const NO_REPLY_REASONS: Readonly<Record<NonNullable<VisitorReply["reason"]>, string>> = {
  spam: "No auto-reply: the message was marked as spam.",
  not_configured: "",
  disabled: "No auto-reply: it’s turned off.",
  no_consent: "No auto-reply: the visitor didn’t opt in.",
  no_email: "No auto-reply: the visitor left no email address.",
  widget_not_verified: "No auto-reply: the form has no confirmed challenge.",
  looks_automatic: "No auto-reply: the message looks automatic.",
  opted_out: "No auto-reply: the visitor unsubscribed.",
  rate_limited: "No auto-reply: rate limit reached.",
  held: "No auto-reply: the month’s allowance was used up.",
  imported: "",
};

const REPLY_STATES: Readonly<Record<VisitorReply["status"], string>> = {
  not_eligible: "",
  queued: "An auto-reply is being sent.",
  sent: "An auto-reply was sent.",
  failed: "The auto-reply failed.",
  uncertain: "We can’t confirm that the auto-reply arrived.",
  suppressed: "",
};

/**
 * Describes the state of the auto-reply; empty for forms without one.
 *
 * @param isCaptured - whether it's in the test inbox instead of being sent
 */
export function describeVisitorReply(
  { status, reason }: VisitorReply,
  isCaptured: boolean,
): string {
  if (status === "sent" && isCaptured) return "An auto-reply was captured, not sent.";
  return reason ? NO_REPLY_REASONS[reason] : REPLY_STATES[status];
}

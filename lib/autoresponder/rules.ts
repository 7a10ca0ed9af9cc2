/** CONTRACT section 3, VisitorReply: one reply per address and form in this time, and so many an hour. */
export const REPLY_GAP_HOURS = 24;
export const MAX_REPLIES_PER_HOUR = 100;

/** The control field by which a visitor asks for a reply (SPEC, Auto-reply). */
const CONSENT_FIELD = "_service_autoreply";

/** Whether the visitor asked for a reply: exactly `true`, as text or as JSON boolean. */
export function hasConsent(controls: ReadonlyMap<string, string>): boolean {
  return controls.get(CONSENT_FIELD) === "true";
}

type Message = {
  isSpam: boolean;
  /** The form's auto-reply; null before its first save. */
  autoresponder: { enabled: boolean } | null;
  hasConsent: boolean;
  /** The one address that a reply can go to, or null. */
  address: string | null;
  /** Whether this message's challenge passed with the form's enabled widget, which verifies it. */
  isChallengePassed: boolean;
};

export type ReplyDecision =
  | {
      status: "not_eligible";
      reason:
        | "spam"
        | "not_configured"
        | "disabled"
        | "no_consent"
        | "no_email"
        | "widget_not_verified";
    }
  | { status: "queued"; reason: null; address: string };

/**
 * Whether a message is to be answered: the first reason against it, in CONTRACT's order (section 3,
 * VisitorReply). Pure. What is queued may still be suppressed, opted_out or rate_limited, by
 * `take_reply_slot()` in the statement that accepts the message: only there are the caps exact.
 */
export function judgeReply(message: Message): ReplyDecision {
  const { autoresponder, address } = message;
  const no = (reason: Extract<ReplyDecision, { status: "not_eligible" }>["reason"]) =>
    ({ status: "not_eligible", reason }) as const;
  if (message.isSpam) return no("spam");
  if (!autoresponder) return no("not_configured");
  if (!autoresponder.enabled) return no("disabled");
  if (!message.hasConsent) return no("no_consent");
  if (address === null) return no("no_email");
  if (!message.isChallengePassed) return no("widget_not_verified");
  return { status: "queued", reason: null, address };
}

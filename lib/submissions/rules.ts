import type { EmailDelivery } from "#lib/notifications/schema";
import type { VisitorReply } from "#lib/submissions/schema";

/**
 * What became of the reply to a visitor, from what was decided at acceptance and the mail itself
 * (CONTRACT section 3, VisitorReply). Pure. CONTRACT has no word for a reply that was cancelled: one
 * whose message went to spam before it left was sent to nobody because of spam, which is
 * `not_eligible` with that reason, as if the message had been known for spam at once. A try that may
 * have arrived before the cancellation makes it `uncertain`, for the visitor may well have read it.
 *
 * @param decided - `suppressed` and `opted_out` where the visitor opted out before it left
 */
export function judgeVisitorReply(
  decided: VisitorReply,
  deliveries: readonly Pick<EmailDelivery, "kind" | "status" | "attempts">[],
): VisitorReply {
  const delivery = deliveries.find(({ kind }) => kind === "visitor_reply");
  if (!delivery) return decided;
  switch (delivery.status) {
    case "sent":
    case "failed":
    case "uncertain":
      return { status: delivery.status, reason: null };
    case "cancelled":
      if (delivery.attempts.some(({ outcome }) => outcome === "uncertain"))
        return { status: "uncertain", reason: null };
      return decided.status === "queued" ? { status: "not_eligible", reason: "spam" } : decided;
    default:
      return decided;
  }
}

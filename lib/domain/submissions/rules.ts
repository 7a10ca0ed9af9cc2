import type { EmailDelivery } from "#lib/domain/emails/schema";
import type { SubmissionFields } from "#lib/domain/submissions/schema";
import type { VisitorReply } from "#lib/domain/submissions/visitor-schema";

/**
 * The state of an auto-reply, from the decision at acceptance and its delivery. The API has no status
 * for a cancelled reply: when its submission was moved to spam first, the reply is `not_eligible` with
 * the reason `spam`. If an earlier attempt may have arrived, it is `uncertain`.
 *
 * @param decided - `suppressed` with `opted_out` when the visitor opted out before the reply was sent
 */
export function resolveVisitorReply(
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

/**
 * Returns the entry of a check's list that matched. After a move by hand, the stored match doesn't apply
 * anymore.
 */
export function currentMatchOf(
  reason: SubmissionFields["spamReason"],
  storedMatch: string | null,
): string | null {
  return reason === "blocked_sender" || reason === "blocked_word" ? storedMatch : null;
}

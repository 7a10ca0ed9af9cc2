import type { EmailDelivery, NotificationPlan } from "#lib/notifications/schema";
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

type Recipient = NotificationPlan["recipients"][number];
type Mail = Pick<EmailDelivery, "recipientId" | "kind" | "status" | "attempts">;

/** Whether the mail left, may have left, or is on its way: nobody is told twice. */
function isTold({ status, attempts }: Mail): boolean {
  return status !== "cancelled" || attempts.some(({ outcome }) => outcome === "uncertain");
}

/**
 * Whom a message would be told to, had it not been spam, and who has not been told since. A message
 * that came as spam has a plan that names nobody: for it the form's plan as of now counts. For one
 * that was moved to spam by hand its own plan does. Pure.
 */
export function judgeWithheldMail(
  stored: NotificationPlan,
  asOfNow: NotificationPlan,
  mails: readonly Mail[],
): { plan: NotificationPlan; recipients: Recipient[] } {
  const plan = stored.reason === "spam" ? asOfNow : stored;
  const told = new Set(
    mails
      .filter((mail) => mail.kind === "notification" && isTold(mail))
      .map(({ recipientId }) => recipientId),
  );
  return { plan, recipients: plan.recipients.filter(({ id }) => !told.has(id)) };
}

type Event = { id: string; status: string; failureReason: string | null; revision: string };

export type WithheldEvent =
  /** Cancelled before it arrived: sent on under its own event id. */
  | { kind: "cancelled"; deliveryId: string }
  /** Never made, or made for an earlier configuration of the receiver. */
  | { kind: "new" };

/**
 * The event that spam kept back; null when it did not keep one back: the receiver is off, the event
 * was emitted, or something else cancelled it. Pure.
 *
 * @param latest - the newest event of the message, or null
 */
export function judgeWithheldEvent(
  stored: NotificationPlan,
  webhook: { enabled: boolean; revision: string } | null,
  latest: Event | null,
): WithheldEvent | null {
  if (!webhook?.enabled) return null;
  if (!latest) return stored.reason === "spam" ? { kind: "new" } : null;
  if (latest.status !== "cancelled" || latest.failureReason !== "moved_to_spam") return null;
  if (latest.revision !== webhook.revision) return { kind: "new" };
  return { kind: "cancelled", deliveryId: latest.id };
}

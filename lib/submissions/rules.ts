import type { EmailDelivery, NotificationPlan } from "#lib/notifications/schema";
import type { SubmissionFields } from "#lib/submissions/schema";
import type { VisitorReply } from "#lib/submissions/visitor-schema";

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

/** The entry of a check's list that matched. After a move by hand, the stored match says nothing anymore. */
export function matchOf(
  reason: SubmissionFields["spamReason"],
  storedMatch: string | null,
): string | null {
  return reason === "blocked_sender" || reason === "blocked_word" ? storedMatch : null;
}

type Recipient = NotificationPlan["recipients"][number];
type Email = Pick<EmailDelivery, "recipientId" | "kind" | "status" | "attempts">;

/** Returns whether the email was sent, may have been sent or is queued, so that no one is notified twice. */
function isNotified({ status, attempts }: Email): boolean {
  return status !== "cancelled" || attempts.some(({ outcome }) => outcome === "uncertain");
}

/** Returns whether the plan was left for later: the submission arrived as spam, was held, or waited for confirmation. */
function namesNoOne({ reason }: NotificationPlan): boolean {
  return reason === "spam" || reason === "held" || reason === "waiting";
}

/**
 * The recipients that spam kept from being notified. The plan of a submission that arrived as spam, was held, or waited
 * names no one, so the form's current plan counts; one moved to spam by hand keeps its own plan.
 *
 * @param verifiedIds - the workspace's verified recipients
 * @returns `removed`: those of the plan that were removed since, whom no one may notify
 */
export function findUnnotified(
  stored: NotificationPlan,
  current: NotificationPlan,
  emails: readonly Email[],
  verifiedIds: ReadonlySet<string>,
): { plan: NotificationPlan; recipients: Recipient[]; removed: Recipient[] } {
  const plan = namesNoOne(stored) ? current : stored;
  const notified = new Set(
    emails
      .filter((email) => email.kind === "notification" && isNotified(email))
      .map(({ recipientId }) => recipientId),
  );
  const left = plan.recipients.filter(({ id }) => !notified.has(id));
  return {
    plan,
    recipients: left.filter(({ id }) => verifiedIds.has(id)),
    removed: left.filter(({ id }) => !verifiedIds.has(id)),
  };
}

type Event = { id: string; status: string; failureReason: string | null; revision: string | null };

export type SuppressedEvent =
  /** Cancelled before it arrived; resumed under its own event id. */
  | { kind: "cancelled"; deliveryId: string }
  /** Never created, or created for an earlier webhook configuration. */
  | { kind: "new" };

/**
 * The event that spam suppressed. Null when the webhook is off, the event was sent, or it was cancelled
 * for another reason.
 *
 * @param latest - the newest event of the submission, or null
 */
export function findSuppressedEvent(
  stored: NotificationPlan,
  webhook: { enabled: boolean; revision: string; isFormWebhook: boolean } | null,
  latest: Event | null,
): SuppressedEvent | null {
  if (!webhook?.enabled) return null;
  if (!latest) return namesNoOne(stored) ? { kind: "new" } : null;
  if (latest.status !== "cancelled" || latest.failureReason !== "moved_to_spam") return null;
  if (webhook.isFormWebhook && latest.revision !== webhook.revision) return { kind: "new" };
  return { kind: "cancelled", deliveryId: latest.id };
}

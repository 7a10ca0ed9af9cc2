import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import type { NotificationPlan } from "#lib/notifications/schema";
import { requireSubmission } from "#lib/submissions/store";
import { readSuppressed } from "#lib/submissions/suppressed-deliveries";

/** What can be sent after all when a message leaves spam. */
export type Withheld = {
  /** Who would get the notification mail, and why these (`plan.recipients` may hold more: those were told). */
  mail: { recipients: NotificationPlan["recipients"]; plan: NotificationPlan } | null;
  /** Where the event would go; `isSuspended`: it would be stored as failed, to be retried by hand. */
  event: { url: string; isSuspended: boolean } | null;
};

/**
 * What a message's being spam kept back and {@link markNotSpam} would send, as the form is now.
 * Both null: there is nothing to offer.
 *
 * @throws {AppError} not_found
 */
export async function findSuppressedDeliveries(
  ctx: Context,
  submissionId: string,
): Promise<Withheld> {
  const row = await requireSubmission(db(), ctx, submissionId);
  const { plan, mails, webhook, event } = await readSuppressed(db(), ctx, row);
  const recipients = mails.map(({ id, email }) => ({ id, email }));
  return {
    mail: recipients.length > 0 ? { recipients, plan } : null,
    event:
      event && webhook ? { url: webhook.url, isSuspended: webhook.health === "suspended" } : null,
  };
}

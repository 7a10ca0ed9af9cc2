import type { Context } from "#lib/core/context";
import { FieldPairs } from "#lib/core/fields";
import { idsOf } from "#lib/core/ids";
import type { Db } from "#lib/db/database";
import { findVerifiedRecipients, loadPlanner } from "#lib/notifications/plan-notification";
import { NotificationPlan } from "#lib/notifications/schema";
import { listBlockedRecipients } from "#lib/recipients/store";
import { WAITING } from "#lib/submissions/schema";
import type { FullRow } from "#lib/submissions/store";
import { isWanted } from "#lib/webhooks/plan-events";
import { findEndpoints, toEndpoint, type WebhookRow } from "#lib/webhooks/store";

type DeliveryRow = FullRow["deliveries"][number];

/** Returns whether the plan was left for later: the submission arrived as spam, was held, or waited for confirmation. */
function namesNoOne({ reason }: NotificationPlan): boolean {
  return reason === "spam" || reason === "held" || reason === "waiting";
}

/** Returns whether the email was sent, may have been sent, or is queued, so that no one is notified twice. */
function isNotified({ status, attempts }: DeliveryRow): boolean {
  return status !== "cancelled" || attempts.some(({ outcome }) => outcome === "uncertain");
}

/** The reason notifications of a blocked recipient were cancelled. Spam has nothing to do with it. */
function isCancelledByBlock({ failureReason }: DeliveryRow): boolean {
  return failureReason === "recipient_bounced" || failureReason === "recipient_complained";
}

/**
 * The deliveries that spam suppressed, judged by the form as it is now. None while it's held or waits. The plan of a
 * submission that arrived as spam, was held, or waited names no one, so the form's current plan counts; one moved to
 * spam by hand keeps its own plan.
 */
export async function readSuppressed(tx: Db, ctx: Context, row: FullRow) {
  const stored = NotificationPlan.parse(row.plan);
  if (row.heldReason !== null || row.folder === WAITING)
    return { plan: stored, recipients: [], removed: [], events: [] };
  const plan = namesNoOne(stored)
    ? (await loadPlanner(tx, ctx, row.formId))(FieldPairs.parse(row.fields))
    : stored;
  const emails = row.deliveries.filter(({ kind }) => kind === "notification");
  const idOf = new Map(emails.map(({ recipientId, id }) => [recipientId, id]));
  const notified = new Set(emails.filter(isNotified).map(({ recipientId }) => recipientId));
  const blocked = new Set([
    ...idsOf(await listBlockedRecipients(tx, ctx)),
    ...emails.filter(isCancelledByBlock).map(({ recipientId }) => recipientId),
  ]);
  const verified = new Set(idsOf(await findVerifiedRecipients(tx, ctx)));
  const left = plan.recipients.filter(({ id }) => !notified.has(id));
  return {
    plan,
    /** Recipients not notified yet, each with the cancelled email that can be resumed, if any. */
    recipients: left
      .filter(({ id }) => verified.has(id) && !blocked.has(id))
      .map(({ id, email }) => ({ id, email, cancelledDeliveryId: idOf.get(id) ?? null })),
    /** Addresses that would be notified if they hadn't been removed from the workspace. */
    removed: left.filter(({ id }) => !verified.has(id)).map(({ email }) => email),
    events: await readSuppressedEvents(tx, ctx, row, stored),
  };
}

type SuppressedEvent = {
  endpoint: WebhookRow;
  /**
   * The event that was cancelled before it arrived, to be resumed under its own ID; null if it was never created, or for
   * an earlier configuration of the webhook.
   */
  deliveryId: string | null;
};

/**
 * The events that spam suppressed: the form's webhook and destinations each have their own. None where the endpoint is
 * off, the event was sent, or it was cancelled for another reason.
 */
async function readSuppressedEvents(tx: Db, ctx: Context, row: FullRow, plan: NotificationPlan) {
  const endpoints = await findEndpoints(tx, ctx, row.formId);
  const fields = FieldPairs.parse(row.fields);
  return endpoints.flatMap((endpoint): SuppressedEvent[] => {
    const latest = row.deliveries.findLast(
      ({ kind, webhookId }) => kind === "submission.created" && webhookId === endpoint.id,
    );
    const isSuppressed = latest
      ? latest.status === "cancelled" && latest.failureReason === "moved_to_spam"
      : namesNoOne(plan);
    if (!endpoint.enabled || !isSuppressed) return [];
    if (latest && (latest.revision === endpoint.revision || !endpoint.isFormWebhook))
      return [{ endpoint, deliveryId: latest.id }];
    return isWanted(toEndpoint(endpoint), { fields }) ? [{ endpoint, deliveryId: null }] : [];
  });
}

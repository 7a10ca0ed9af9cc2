import { byId, type Db, db, transaction } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { MessageContext } from "#lib/core/fields/context-schema";
import { FieldPairs } from "#lib/core/fields/fields";
import { completeSender } from "#lib/core/fields/sender";
import { idsOf } from "#lib/core/ids";
import { dueNow } from "#lib/domain/deliveries/queue";
import {
  findVerifiedRecipients,
  loadPlanner,
  ruleFields,
} from "#lib/domain/emails/plan-notification";
import { NotificationPlan } from "#lib/domain/emails/schema";
import { queueNotification } from "#lib/domain/emails/store";
import { newEvents, resumeEvent } from "#lib/domain/endpoints/emit-events";
import { toEventSubmission, WITH_EVENT_DATA } from "#lib/domain/endpoints/events";
import { isWanted } from "#lib/domain/endpoints/plan-events";
import {
  findEndpoints,
  lockEndpoints,
  toEndpoint,
  type WebhookRow,
} from "#lib/domain/endpoints/store";
import { listBlockedRecipients } from "#lib/domain/recipients/store";
import { type RestoredSubmission, WAITING } from "#lib/domain/submissions/schema";
import {
  type FullRow,
  requireFullSubmission,
  requireSubmission,
  toSubmissionFields,
} from "#lib/domain/submissions/store";
import type { MarkNotSpamInput } from "#lib/domain/submissions/update-schema";
import { applyUpdate, lockSubmissions } from "#lib/domain/submissions/update-submissions";

export type NotSpamResult = Awaited<ReturnType<typeof markNotSpam>>;

/**
 * Moves a submission out of spam, and sends the suppressed emails and events that `input` requests. Nothing is sent
 * without a request, because someone who sorts a hundred old messages doesn't want to email a hundred people. The
 * stored plan doesn't change; the deliveries show who was notified. An event that was attempted before keeps its ID and
 * bytes. A submission outside spam stays in its folder. Of two concurrent calls, the second sends nothing.
 *
 * The caller triggers a drain afterwards.
 *
 * @param mustBeSpam - whether a submission outside spam is an error
 * @throws {AppError} not_found, not_spam
 */
export async function markNotSpam(
  ctx: Context,
  submissionId: string,
  input: MarkNotSpamInput,
  mustBeSpam = false,
) {
  const { formId } = await requireSubmission(db(), ctx, submissionId);
  return transaction(async (tx) => {
    // Locks the endpoints before the submission, in the same order as a retry.
    await lockEndpoints(tx, ctx, formId);
    const locked = await lockSubmissions(tx, ctx, [submissionId]);
    const before = await requireFullSubmission(tx, ctx, submissionId);
    if (mustBeSpam && before.folder !== "spam")
      throw new AppError("not_spam", "This submission isn't in spam.");
    if (before.folder === "spam") await applyUpdate(tx, ctx, locked, { folder: input.folder });
    const suppressed = await readSuppressed(tx, ctx, before);
    const recipients = input.email ? suppressed.recipients : [];
    for (const { cancelledDeliveryId, ...recipient } of recipients)
      await queueNotification(tx, ctx, { submissionId, recipient, cancelledDeliveryId });
    const events = input.event ? suppressed.events : [];
    await sendEvents(tx, ctx, submissionId, events);
    const queuedEvents = events.filter(({ endpoint }) => endpoint.health !== "suspended").length;
    const unsent = events.length > 0 ? "suspended" : "none";
    const event: "queued" | "suspended" | "none" = queuedEvents > 0 ? "queued" : unsent;
    const submission = toSubmissionFields(await requireSubmission(tx, ctx, submissionId));
    return {
      submission,
      /** Addresses whose notification this call queued. */
      notified: recipients.map(({ email }) => email),
      /** Addresses left out because they're no longer recipients. */
      removed: input.email ? suppressed.removed : [],
      /** `suspended`: the event was only stored as failed, because every endpoint is suspended. */
      event,
      queuedEvents,
    };
  });
}

/**
 * Moves a submission from spam to the inbox, and queues the emails and the events that it would have had.
 *
 * The caller triggers a drain afterwards.
 *
 * @throws {AppError} not_found, not_spam
 */
export async function restoreSubmission(
  ctx: Context,
  submissionId: string,
): Promise<RestoredSubmission> {
  const input = { folder: "inbox", email: true, event: true } as const;
  const { submission, notified, queuedEvents } = await markNotSpam(ctx, submissionId, input, true);
  return { ...submission, queued: { emails: notified.length, events: queuedEvents } };
}

/** Resumes the cancelled events, and creates the others. */
async function sendEvents(
  tx: Db,
  ctx: Context,
  submissionId: string,
  events: Awaited<ReturnType<typeof readSuppressed>>["events"],
): Promise<void> {
  for (const { endpoint, deliveryId } of events)
    if (deliveryId !== null) await resumeEvent(tx, ctx, endpoint, deliveryId);
  const missing = events.filter(({ deliveryId }) => deliveryId === null);
  if (missing.length === 0) return;
  const where = byId(ctx, submissionId);
  const row = await tx.submission.findUniqueOrThrow({ where, include: WITH_EVENT_DATA });
  const endpoints = missing.map(({ endpoint }) => endpoint);
  const data = newEvents(ctx, endpoints, toEventSubmission(row), await dueNow(tx, ctx));
  await tx.delivery.createMany({ data });
}

/**
 * Sends the deliveries that a move to spam had cancelled, after the move was undone. Submissions
 * deleted since are left out, and nothing is sent twice.
 *
 * The caller triggers a drain afterwards.
 *
 * @param ids - the `cancelled` ids that `updateSubmissions` returned
 */
export async function requeueCancelled(ctx: Context, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    try {
      await markNotSpam(ctx, id, { folder: "inbox", email: true, event: true });
    } catch (failure) {
      if (!(failure instanceof AppError && failure.code === "not_found")) throw failure;
    }
  }
}

type DeliveryRow = FullRow["deliveries"][number];

/** Returns whether the plan was left for later: the submission arrived as spam, was held, or waited for confirmation. */
function namesNoOne({ reason }: NotificationPlan): boolean {
  return reason === "spam" || reason === "held" || reason === "waiting";
}

/** Returns whether the email was sent, may have been sent, or is queued, so that no one is notified twice. */
function isNotified({ status, attempts }: DeliveryRow): boolean {
  return status !== "cancelled" || attempts.some(({ outcome }) => outcome === "uncertain");
}

/**
 * Returns whether a notification was cancelled because its recipient is blocked, so not because of
 * spam.
 */
function isCancelledByBlock({ failureReason }: DeliveryRow): boolean {
  return failureReason === "recipient_bounced" || failureReason === "recipient_complained";
}

/**
 * Returns the deliveries that spam suppressed, by the form's current settings. None for a submission that is held,
 * waits, or was imported. The plan of a submission that arrived as spam, was held, or waited contains no recipients,
 * so the form's current plan is used; one that was moved to spam by hand keeps its own plan.
 */
export async function readSuppressed(tx: Db, ctx: Context, row: FullRow) {
  const stored = NotificationPlan.parse(row.plan);
  if (row.heldReason !== null || row.folder === WAITING || row.importId !== null)
    return { plan: stored, recipients: [], removed: [], events: [] };
  const plan = namesNoOne(stored)
    ? (await loadPlanner(tx, ctx, row.formId))(ruleFields(row))
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
    /**
     * Recipients who aren't notified yet, each with the cancelled email that can be resumed, if
     * any.
     */
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
   * The event that was cancelled before it arrived, to be resumed under its own ID; null if it was never created, or
   * belongs to an earlier configuration of the webhook.
   */
  deliveryId: string | null;
};

/**
 * Returns the events that spam suppressed: one for each of the form's webhook and destinations. None if the endpoint
 * is off, the event was sent, or it was cancelled for another reason.
 */
async function readSuppressedEvents(tx: Db, ctx: Context, row: FullRow, plan: NotificationPlan) {
  const endpoints = await findEndpoints(tx, ctx, row.formId);
  const fields = FieldPairs.parse(row.fields);
  const sender = completeSender(row, fields, []);
  const context = MessageContext.nullable().parse(row.context);
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
    return isWanted(toEndpoint(endpoint), { fields, sender, context })
      ? [{ endpoint, deliveryId: null }]
      : [];
  });
}

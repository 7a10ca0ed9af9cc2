import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { byId, type Db, db, transaction } from "#lib/db/database";
import { dueNow } from "#lib/deliveries/queue";
import { queueNotification } from "#lib/notifications/store";
import type { MarkNotSpamInput, RestoredSubmission } from "#lib/submissions/schema";
import {
  requireFullSubmission,
  requireSubmission,
  toSubmissionFields,
} from "#lib/submissions/store";
import { readSuppressed } from "#lib/submissions/suppressed-deliveries";
import { applyUpdate, lockSubmissions } from "#lib/submissions/update-submissions";
import { newEvents, resumeEvent } from "#lib/webhooks/emit-events";
import { toEventSubmission, WITH_EVENT_DATA } from "#lib/webhooks/events";
import { lockEndpoints } from "#lib/webhooks/store";

export type NotSpamResult = Awaited<ReturnType<typeof markNotSpam>>;

/**
 * Moves a submission out of spam and sends the suppressed emails and events that `input` asks for.
 * Nothing is sent without being asked for: who sorts a hundred old messages doesn't want to email a
 * hundred people. The stored plan doesn't change; the deliveries show who was notified. An event that was
 * attempted before keeps its ID and bytes. A submission outside spam stays in its folder. Of two concurrent calls, the second sends nothing.
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
      /** `suspended`: only stored as failed, because every endpoint is suspended. */
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

/** Resumes the events that were cancelled, and creates the others. */
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
 * After a move to spam was undone, sends the deliveries that the move had cancelled. Submissions
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

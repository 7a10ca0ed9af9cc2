import type { Context } from "#lib/core/context";
import { FieldPairs, findReplyTo } from "#lib/core/fields";
import { type Db, readTogether } from "#lib/db/database";
import { readFields } from "#lib/forms/form-fields";
import { findCapturedIds } from "#lib/notifications/captured-emails";
import { BlockedReason } from "#lib/recipients/blocked-reason";
import type { InboxMessage } from "#lib/submissions/inbox-schema";
import { matchOf } from "#lib/submissions/rules";
import { deliveriesOf, requireFullSubmission, toSubmission } from "#lib/submissions/store";
import { findSuppressedDeliveries } from "#lib/submissions/suppressed-deliveries";
import { listSubmissionEvents } from "#lib/webhooks/list-deliveries";

/**
 * A submission with its webhook events and suppressed deliveries, for the inbox.
 *
 * @throws {AppError} not_found
 */
export function getInboxMessage(ctx: Context, submissionId: string): Promise<InboxMessage> {
  return readTogether((tx) => readInboxMessage(tx, ctx, submissionId));
}

async function readInboxMessage(tx: Db, ctx: Context, submissionId: string): Promise<InboxMessage> {
  const row = await requireFullSubmission(tx, ctx, submissionId);
  const { fields: _, ...message } = toSubmission(row, ctx.now);
  const fields = FieldPairs.parse(row.fields);
  const sent = deliveriesOf(row, "email").filter(({ status }) => status === "delivered");
  const capturedIds = await findCapturedIds(
    tx,
    ctx,
    sent.map(({ dedupeKey }) => dedupeKey),
  );
  const captured = sent.flatMap(({ id, dedupeKey, attempts }) => {
    const emailId = capturedIds.get(dedupeKey) ?? null;
    // Attempts of earlier releases don't show that they were captured.
    const isCaptured = emailId !== null || attempts.at(-1)?.isCaptured === true;
    return isCaptured ? [[id, emailId] as const] : [];
  });
  const blocked = deliveriesOf(row, "email").flatMap(({ id, status, failureReason }) => {
    const reason = BlockedReason.safeParse(failureReason?.replace("recipient_", ""));
    return status === "cancelled" && reason.success ? [[id, reason.data] as const] : [];
  });
  const events = await listSubmissionEvents(tx, ctx, row.formId, row.id);
  const list = await readFields(tx, ctx, row.formId);
  const wasSpam =
    message.folder === "spam" ||
    message.notificationPlan.reason === "spam" ||
    [...message.deliveries, ...events].some(({ status }) => status === "cancelled");
  const found = wasSpam ? await findSuppressedDeliveries(tx, ctx, row.id) : null;
  const { removed = [], ...suppressed } = found ?? { email: null, event: null };
  return {
    message,
    fields,
    known: list.fields.map(({ name, type, label, options }) => ({ name, type, label, options })),
    spamMatch: matchOf(message.spamReason, row.spamMatch),
    replyAddress: findReplyTo(fields),
    events,
    captured: Object.fromEntries(captured),
    blocked: Object.fromEntries(blocked),
    suppressed: suppressed.email || suppressed.event ? suppressed : null,
    removed,
    asOf: ctx.now.getTime(),
  };
}

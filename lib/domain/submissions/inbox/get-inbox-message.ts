import { type Db, readTogether } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { FieldPairs } from "#lib/core/fields/fields";
import { findCapturedIds } from "#lib/domain/emails/captured-emails";
import { listSubmissionEvents } from "#lib/domain/endpoints/list-deliveries";
import { readFields } from "#lib/domain/forms/fields/form-fields";
import { KnownField } from "#lib/domain/forms/fields/schema";
import { describeSender } from "#lib/domain/forms/spam/sender-sql";
import { BlockedReason } from "#lib/domain/recipients/blocked-reason";
import type { InboxMessage } from "#lib/domain/submissions/inbox/inbox-schema";
import { readSuppressed } from "#lib/domain/submissions/mark-not-spam";
import { readNotes } from "#lib/domain/submissions/notes/notes";
import { findObstacle } from "#lib/domain/submissions/replies/obstacle";
import { repliesTo } from "#lib/domain/submissions/replies/read-replies";
import { currentMatchOf } from "#lib/domain/submissions/rules";
import { deliveriesOf, requireFullSubmission, toSubmission } from "#lib/domain/submissions/store";

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
  const suppressed = wasSpam ? await readSuppressed(tx, ctx, row) : null;
  const sender = describeSender(row, fields, list.fields);
  return {
    message,
    fields,
    known: list.fields.map((field) => KnownField.strip().parse(field)),
    spamMatch: currentMatchOf(message.spamReason, row.spamMatch),
    sender,
    events,
    captured: Object.fromEntries(captured),
    blocked: Object.fromEntries(blocked),
    suppressed: suppressed && offerToSend(suppressed),
    removed: suppressed?.removed ?? [],
    notes: (await readNotes(tx, ctx, [row.id])).get(row.id) ?? [],
    replies: await repliesTo(tx, ctx, row.id),
    changedAt: row.changedAt?.getTime() ?? null,
    obstacle: await findObstacle(tx, ctx, { folder: row.folder, sender }),
  };
}

/** Returns what marking the message as not spam would send now; null for nothing. */
function offerToSend({
  plan,
  recipients,
  events,
}: Awaited<ReturnType<typeof readSuppressed>>): InboxMessage["suppressed"] {
  if (recipients.length === 0 && events.length === 0) return null;
  const people = recipients.map(({ id, email }) => ({ id, email }));
  const endpoints = events.map(({ endpoint }) => endpoint);
  return {
    email: people.length > 0 ? { recipients: people, plan } : null,
    event:
      endpoints.length > 0
        ? {
            url: endpoints.map(({ url }) => url).join(", "),
            isSuspended: endpoints.every(({ health }) => health === "suspended"),
          }
        : null,
  };
}

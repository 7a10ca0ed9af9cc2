import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { FieldPairs } from "#lib/core/fields";
import { type Db, db, transaction } from "#lib/db/database";
import { queueNotification } from "#lib/notifications/store";
import type { ReleaseSubmissionInput, SubmissionFields } from "#lib/submissions/schema";
import { requireSubmission, toAttachment, toSubmissionFields } from "#lib/submissions/store";
import { readSuppressed, type SuppressedState } from "#lib/submissions/suppressed-deliveries";
import { changeRows, lockSubmissions } from "#lib/submissions/update-submissions";
import { emitEvent, resumeEvent } from "#lib/webhooks/events";
import { lockWebhook } from "#lib/webhooks/store";

export type ReleasedSubmission = {
  submission: SubmissionFields;
  /** Addresses whose notification mail was queued by this call. */
  mailed: string[];
  /** What became of the event: nothing, queued, or stored as failed because its receiver is suspended. */
  event: "none" | "queued" | "suspended";
};

/**
 * "Not spam finishes the job": takes a message out of spam and, as far as `input` says so, sends the
 * mail and the event that were withheld (docs/decisions/0011). The stored plan stays as it was; who
 * was told, and when, stands in the message's deliveries. A message that is outside spam already
 * stays in its folder. Of two calls at once the second finds nothing left to send.
 *
 * The caller asks for a drain afterwards (`triggerDrain`).
 *
 * @throws {AppError} not_found
 */
export async function markNotSpam(
  ctx: Context,
  submissionId: string,
  input: ReleaseSubmissionInput,
): Promise<ReleasedSubmission> {
  const { formId } = await requireSubmission(db(), ctx, submissionId);
  return transaction(async (tx) => {
    // The webhook before the message, as a retry takes them.
    await lockWebhook(tx, ctx, formId);
    const held = await lockSubmissions(tx, ctx, [submissionId]);
    const before = await requireSubmission(tx, ctx, submissionId);
    if (before.folder === "spam") await changeRows(tx, ctx, held, { folder: input.folder });
    const withheld = await readSuppressed(tx, ctx, before);
    const mailed = input.mail ? await sendMails(tx, ctx, submissionId, withheld) : [];
    const event = input.event ? await sendEvent(tx, ctx, submissionId, withheld) : "none";
    const submission = toSubmissionFields(await requireSubmission(tx, ctx, submissionId));
    return { submission, mailed, event };
  });
}

async function sendMails(
  tx: Db,
  ctx: Context,
  submissionId: string,
  { mails }: SuppressedState,
): Promise<string[]> {
  for (const { id, email, cancelledDeliveryId } of mails)
    await queueNotification(tx, ctx, {
      submissionId,
      recipient: { id, email },
      cancelledDeliveryId,
    });
  return mails.map(({ email }) => email);
}

async function sendEvent(
  tx: Db,
  ctx: Context,
  submissionId: string,
  { webhook, event }: SuppressedState,
): Promise<ReleasedSubmission["event"]> {
  if (!webhook || !event) return "none";
  if (event.kind === "cancelled") return resumeEvent(tx, ctx, webhook, event.deliveryId);
  const row = await requireSubmission(tx, ctx, submissionId);
  const attachments = await tx.attachment.findMany({
    where: { submissionId },
    orderBy: { position: "asc" },
    include: { object: { select: { status: true } } },
  });
  return emitEvent(tx, ctx, webhook, {
    id: row.id,
    formId: row.formId,
    formName: row.form.name,
    receivedAt: row.receivedAt,
    fields: FieldPairs.parse(row.fields),
    attachments: attachments.map((one) => {
      const { status: _, ...attachment } = toAttachment(one, ctx.now);
      return attachment;
    }),
  });
}

/**
 * Sends what a move to spam had cancelled, once that move has been taken back. Messages that are gone
 * meanwhile are left out; what was sent since is not sent twice.
 *
 * The caller asks for a drain afterwards (`triggerDrain`).
 *
 * @param ids - what the move said it had cancelled (`updateSubmissions`)
 */
export async function requeueCancelled(ctx: Context, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    try {
      await markNotSpam(ctx, id, { folder: "inbox", mail: true, event: true });
    } catch (failure) {
      if (!(failure instanceof AppError && failure.code === "not_found")) throw failure;
    }
  }
}

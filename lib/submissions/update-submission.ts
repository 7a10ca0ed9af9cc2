import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { type Db, transaction } from "#lib/db/database";
import { cancelQueuedEmails } from "#lib/outbox/cancel-queued-emails";
import type { SubmissionFields, UpdateSubmissionInput } from "#lib/submissions/schema";
import { requireSubmission, toSubmissionFields } from "#lib/submissions/store";
import { cancelQueuedEvents } from "#lib/webhooks/cancel-queued-events";

/**
 * Moves a message or changes its read state. Into spam cancels what is still queued; out of spam
 * sends nothing by itself (CONTRACT section 3, Moving by hand).
 *
 * @throws {AppError} not_found
 */
export async function updateSubmission(
  ctx: Context,
  submissionId: string,
  input: UpdateSubmissionInput,
): Promise<SubmissionFields> {
  return transaction(async (tx) => {
    await lockSubmission(tx, ctx, submissionId);
    const before = await requireSubmission(tx, ctx, submissionId);
    const isMovedToSpam = input.folder === "spam" && before.folder !== "spam";
    const isMovedFromSpam =
      input.folder !== undefined && input.folder !== "spam" && before.folder === "spam";
    if (isMovedToSpam) {
      await cancelQueuedEmails(tx, ctx, submissionId);
      await cancelQueuedEvents(tx, ctx, { submissionId, reason: "moved_to_spam" });
    }
    await tx.submission.update({
      where: { id: submissionId },
      data: {
        ...(input.folder !== undefined ? { folder: input.folder } : {}),
        ...(input.read !== undefined ? { isRead: input.read } : {}),
        ...(isMovedToSpam ? { spamReason: "manual" } : {}),
        ...(isMovedFromSpam ? { spamReason: null } : {}),
      },
    });
    return toSubmissionFields(await requireSubmission(tx, ctx, submissionId));
  });
}

/** @throws {AppError} not_found */
async function lockSubmission(tx: Db, ctx: Context, id: string): Promise<void> {
  if (!isId(id)) throw notFound();
  const count = await tx.$executeRaw`
    SELECT id FROM submissions
    WHERE id = ${id}::uuid AND workspace_id = ${ctx.workspaceId}::uuid FOR UPDATE`;
  if (count === 0) throw notFound();
}

import type { Context } from "#lib/core/context";
import { transaction } from "#lib/db/database";
import { cancelQueuedEmails } from "#lib/outbox/cancel-queued-emails";
import { lockSubmission } from "#lib/submissions/lock-submission";
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

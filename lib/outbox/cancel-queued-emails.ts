import type { Context } from "#lib/core/context";
import type { Db } from "#lib/db/database";

/**
 * Cancels the mails of messages that have not left: queued, or waiting for another try. What is
 * being sent at this moment is not touched: its answer is recorded, and no try follows.
 */
export async function cancelQueuedEmails(
  tx: Db,
  ctx: Context,
  submissionIds: readonly string[],
): Promise<void> {
  // Entries before deliveries, as the worker takes them. A claimed entry is the worker's to remove.
  await tx.$executeRaw`
    DELETE FROM outbox WHERE claim_token IS NULL AND workspace_id = ${ctx.workspaceId}::uuid
      AND subject_id IN (
        SELECT id FROM email_deliveries
        WHERE submission_id = ANY(${[...submissionIds]}::uuid[]) AND workspace_id = ${ctx.workspaceId}::uuid
          AND status IN ('queued', 'retrying')
      )`;
  await tx.emailDelivery.updateMany({
    where: {
      workspaceId: ctx.workspaceId,
      submissionId: { in: [...submissionIds] },
      status: { in: ["queued", "retrying"] },
    },
    data: { status: "cancelled", nextAttemptAt: null, sealedPayload: null },
  });
}

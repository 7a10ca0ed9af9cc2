import type { Context } from "#lib/core/context";
import type { Db } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { dropUnclaimedEntries } from "#lib/outbox/drop-entries";

/**
 * Cancels the mails of messages that have not left: queued, or waiting for another try. What is
 * being sent at this moment is not touched: its answer is recorded, and no try follows.
 */
export async function cancelQueuedEmails(
  tx: Db,
  ctx: Context,
  submissionIds: readonly string[],
): Promise<void> {
  const waiting = Prisma.sql`
    SELECT id FROM email_deliveries
    WHERE submission_id = ANY(${[...submissionIds]}::uuid[])
      AND workspace_id = ${ctx.workspaceId}::uuid AND status IN ('queued', 'retrying')`;
  await dropUnclaimedEntries(tx, waiting);
  await tx.emailDelivery.updateMany({
    where: {
      workspaceId: ctx.workspaceId,
      submissionId: { in: [...submissionIds] },
      status: { in: ["queued", "retrying"] },
    },
    data: { status: "cancelled", nextAttemptAt: null, sealedPayload: null },
  });
}

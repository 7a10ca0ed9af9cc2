import type { Context } from "#lib/core/context";
import type { Db } from "#lib/db/database";

/** Cancels the mails of a message that have not left: queued, or waiting for another try. */
export async function cancelQueuedEmails(
  tx: Db,
  ctx: Context,
  submissionId: string,
): Promise<void> {
  await tx.emailDelivery.updateMany({
    where: {
      workspaceId: ctx.workspaceId,
      submissionId,
      status: { in: ["queued", "retrying"] },
    },
    data: { status: "cancelled", nextAttemptAt: null, sealedPayload: null },
  });
}

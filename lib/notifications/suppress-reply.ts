import type { Context } from "#lib/core/context";
import type { Db } from "#lib/db/database";

/**
 * Notes at its message that a queued reply is not sent, for its visitor opted out after the message
 * came. Done before the delivery ends, and again should the worker die in between: opting out is for
 * good, so the next worker comes to the same.
 */
export async function suppressReply(
  tx: Db,
  ctx: Context,
  delivery: { submissionId: string | null },
): Promise<void> {
  if (delivery.submissionId === null) return;
  await tx.submission.updateMany({
    where: { id: delivery.submissionId, workspaceId: ctx.workspaceId },
    data: { visitorReplyStatus: "suppressed", visitorReplyReason: "opted_out" },
  });
}

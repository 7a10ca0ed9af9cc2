import type { Context } from "#lib/core/context";
import type { Db } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { dropUnclaimedEntries } from "#lib/outbox/drop-entries";

type Cancelled =
  | { webhookId: string; reason: "revision_changed" }
  | { submissionIds: readonly string[]; reason: "moved_to_spam" };

/**
 * Cancels events that have not left: queued, or waiting for another try. What is being sent at this
 * moment is not touched: its answer is recorded, and no try follows.
 */
export async function cancelQueuedEvents(tx: Db, ctx: Context, which: Cancelled): Promise<void> {
  const of =
    "webhookId" in which
      ? Prisma.sql`webhook_id = ${which.webhookId}::uuid`
      : Prisma.sql`submission_id = ANY(${[...which.submissionIds]}::uuid[])`;
  const waiting = Prisma.sql`${of} AND workspace_id = ${ctx.workspaceId}::uuid
    AND status IN ('queued', 'retrying')`;
  await dropUnclaimedEntries(tx, Prisma.sql`SELECT id FROM webhook_deliveries WHERE ${waiting}`);
  await tx.$executeRaw`
    UPDATE webhook_deliveries
    SET status = 'cancelled', failure_reason = ${which.reason}, next_attempt_at = NULL
    WHERE ${waiting}`;
}

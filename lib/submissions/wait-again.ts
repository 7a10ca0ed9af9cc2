import { CONFIRM_DAYS } from "#lib/autoresponder/confirmation";
import type { Context } from "#lib/core/context";
import { byId, type Db } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { manualSeries } from "#lib/notifications/store";
import { retainedUntil } from "#lib/submissions/filter-sql";
import { WAITING } from "#lib/submissions/schema";

/**
 * Makes locked submissions wait for their visitors again, after a move by hand was undone. An email that the move
 * cancelled is queued again. If that can't be sent anymore, the submission doesn't wait: it'd be deleted without anyone
 * having been asked. Nor does one that was confirmed in the meantime.
 *
 * @returns ids of those that wait
 */
export async function waitAgain(
  tx: Db,
  ctx: Context,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const { workspaceId, now } = ctx;
  const end = Prisma.sql`m.confirmation_requested_at + make_interval(days => ${CONFIRM_DAYS}::int)`;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE submissions m SET folder = ${WAITING}, search_indexed = false, spam_reason = NULL, spam_at = NULL,
      expires_at = least(${end}, ${retainedUntil(Prisma.sql`m.received_at`)})
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.id = ANY(${[...ids]}::uuid[])
      AND m.confirmation_key IS NOT NULL AND m.confirmed_at IS NULL AND ${end} > ${now}::timestamptz
      AND NOT EXISTS (
        SELECT FROM deliveries d WHERE d.workspace_id = m.workspace_id AND d.submission_id = m.id
          AND d.kind = 'confirmation' AND d.status = 'cancelled' AND d.sealed_data IS NULL)
    RETURNING m.id`;
  const waiting = rows.map(({ id }) => id);
  const cancelled = await tx.delivery.findMany({
    where: {
      workspaceId,
      submissionId: { in: waiting },
      kind: "confirmation",
      status: "cancelled",
    },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  for (const { id } of cancelled)
    await tx.delivery.update({ where: byId(ctx, id), data: await manualSeries(tx, ctx) });
  return waiting;
}

import { byId, type Db, transaction } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { idsOf } from "#lib/core/ids";
import { CONFIRM_DAYS } from "#lib/domain/emails/auto-reply/confirmation";
import { manualSeries } from "#lib/domain/emails/store";
import { isMember } from "#lib/domain/submissions/assign";
import { retainedUntil } from "#lib/domain/submissions/inbox/filter-sql";
import type { MessageState } from "#lib/domain/submissions/inbox/inbox-schema";
import { WAITING } from "#lib/domain/submissions/schema";
import { restoreLabels } from "#lib/domain/submissions/spam-labels";
import {
  applyUpdate,
  type LockedSubmission,
  lockSubmissions,
} from "#lib/domain/submissions/update-submissions";

/**
 * Undoes a change: restores each submission's folder, read state, spam reason, mark, who answered it, and assignee.
 * Submissions deleted since are left out.
 *
 * @param states - at most MAX_CHANGED_AT_ONCE
 * @param waited - the `waited` ids that `updateSubmissions` returned: they wait again, if they still can
 * @returns how many were restored
 */
export async function restoreSubmissions(
  ctx: Context,
  states: readonly MessageState[],
  waited: readonly string[] = [],
): Promise<{ changed: number }> {
  const ids = idsOf(states);
  return transaction(async (tx) => {
    const locked = await lockSubmissions(tx, ctx, ids);
    const lockedById = new Map(locked.map((row) => [row.id, row]));
    const waiting = await waitAgain(
      tx,
      ctx,
      waited.filter((id) => lockedById.has(id)),
    );
    const groups = Map.groupBy(states, ({ id, ...state }) =>
      JSON.stringify([Object.values(state), waiting.includes(id)]),
    );
    for (const group of groups.values()) {
      const [state] = group;
      const rows = group.flatMap(({ id }) => lockedById.get(id) ?? []);
      if (!state || rows.length === 0) continue;
      if (waiting.includes(state.id)) {
        await applyUpdate(tx, ctx, rows, { read: state.read });
        continue;
      }
      await applyUpdate(tx, ctx, rows, { folder: state.folder, read: state.read });
      if (state.folder === "spam")
        await tx.submission.updateMany({
          where: { workspaceId: ctx.workspaceId, id: { in: idsOf(rows) } },
          data: { spamReason: state.spamReason ?? "manual" },
        });
      else await holdAgain(tx, ctx, rows);
      await restoreLabels(tx, ctx, idsOf(rows), state);
      await restoreWork(tx, ctx, idsOf(rows), state);
    }
    return { changed: locked.length };
  });
}

/**
 * Restores who answered submissions before a change, and their assignees. Members who have left since aren't assigned
 * again.
 */
async function restoreWork(
  tx: Db,
  ctx: Context,
  ids: readonly string[],
  { answeredAt, answeredBy, assignee }: MessageState,
): Promise<void> {
  const isAssigned = assignee && (await isMember(tx, ctx, assignee.id));
  await tx.submission.updateMany({
    where: { workspaceId: ctx.workspaceId, id: { in: [...ids] } },
    data: {
      ...(answeredAt === undefined
        ? {}
        : {
            answeredAt: answeredAt === null ? null : new Date(answeredAt),
            answeredBy: answeredAt === null ? null : (answeredBy?.id ?? null),
          }),
      ...(assignee === undefined ? {} : { assigneeId: isAssigned ? assignee.id : null }),
    },
  });
}

/** Holds submissions again for which nothing was ever sent. A move to spam had ended the hold. */
async function holdAgain(tx: Db, ctx: Context, rows: readonly LockedSubmission[]): Promise<void> {
  const wasSpam = rows.filter(({ folder }) => folder === "spam").map(({ id }) => id);
  await tx.$executeRaw`
    UPDATE submissions SET held_reason = 'allowance'
    WHERE workspace_id = ${ctx.workspaceId}::uuid AND id = ANY(${wasSpam}::uuid[])
      AND plan ->> 'reason' = 'held'`;
}

/**
 * Makes locked submissions wait for their visitors again, after a move by hand was undone. An email that the move
 * cancelled is queued again. If that can't be sent anymore, the submission doesn't wait, because it would be deleted
 * without anyone having been asked. A submission that was confirmed in the meantime doesn't wait either.
 *
 * @returns ids of those that wait
 */
async function waitAgain(tx: Db, ctx: Context, ids: readonly string[]): Promise<readonly string[]> {
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
  const waiting = idsOf(rows);
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

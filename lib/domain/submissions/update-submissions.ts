import { byId, type Db, transaction } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { idsOf, isId } from "#lib/core/ids";
import { cancelSubmissionDeliveries } from "#lib/domain/deliveries/cancel";
import { CONFIRM_DAYS } from "#lib/domain/emails/auto-reply/confirmation";
import { manualSeries } from "#lib/domain/emails/store";
import { emitChanges } from "#lib/domain/endpoints/emit-events";
import { forgetUnknownSenders } from "#lib/domain/spam/known-sender";
import { byIdsSql, retainedUntil, visibleSql } from "#lib/domain/submissions/inbox/filter-sql";
import type { MessageState } from "#lib/domain/submissions/inbox/inbox-schema";
import { type Folder, type SubmissionFields, WAITING } from "#lib/domain/submissions/schema";
import { labelSql, restoreLabels } from "#lib/domain/submissions/spam-labels";
import { requireSubmission, toSubmissionFields } from "#lib/domain/submissions/store";
import type { UpdateSubmissionInput } from "#lib/domain/submissions/update-schema";

type LockedSubmission = { id: string; folder: string; isRead: boolean };

/**
 * Locks submissions until the transaction ends, in id order, so that two bulk changes can't deadlock.
 * Unreachable ones are left out.
 *
 * @param ids - well-formed ids
 */
export function lockSubmissions(
  tx: Db,
  ctx: Context,
  ids: readonly string[],
): Promise<LockedSubmission[]> {
  return tx.$queryRaw<LockedSubmission[]>`
    WITH held AS MATERIALIZED (
      SELECT m.* FROM (SELECT unnest(${[...ids]}::uuid[]) AS id ORDER BY 1) k
      CROSS JOIN LATERAL (
        SELECT * FROM submissions
        WHERE workspace_id = ${ctx.workspaceId}::uuid AND id = k.id FOR UPDATE
      ) m
    )
    SELECT s.id, s.folder, s.is_read AS "isRead" FROM held s
    JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
    WHERE ${visibleSql(ctx)} ORDER BY s.id`;
}

/**
 * Moves locked submissions or changes their read state. A move to spam cancels queued deliveries; a
 * move out of spam sends nothing automatically. Destinations that ask for it get `submission.updated`.
 *
 * @returns ids of the submissions whose email or event was cancelled
 */
export async function applyUpdate(
  tx: Db,
  ctx: Context,
  locked: readonly LockedSubmission[],
  { folder, read, suspected }: UpdateSubmissionInput,
): Promise<string[]> {
  const isEmpty = folder === undefined && read === undefined && suspected === undefined;
  if (locked.length === 0 || isEmpty) return [];
  const newSpam = folder === "spam" ? locked.filter((row) => row.folder !== "spam") : [];
  const cancelled = await cancelQueued(tx, ctx, newSpam);
  const set = [
    // The job adds it to the search index again, so that no one waits for its trigrams.
    Prisma.sql`search_indexed = false`,
    ...(folder === undefined
      ? []
      : [Prisma.sql`folder = ${folder}`, EXPIRY, spamSql(folder, ctx.now)]),
    ...(folder === undefined && suspected === undefined ? [] : [labelSql(folder)]),
    ...(read === undefined ? [] : [Prisma.sql`is_read = ${read}`]),
  ];
  await tx.$executeRaw`
    UPDATE submissions m SET ${Prisma.join(set)}
    FROM ${byIdsSql(ctx, idsOf(locked))}
    WHERE m.workspace_id = s.workspace_id AND m.id = s.id`;
  const changed = locked.filter(
    (row) => (folder ?? row.folder) !== row.folder || (read ?? row.isRead) !== row.isRead,
  );
  if (folder !== undefined || suspected !== undefined) forgetUnknownSenders();
  const keys = changed.map(({ id }) => ({ workspace_id: ctx.workspaceId, id }));
  await emitChanges(tx, ctx, "submission.updated", keys);
  return cancelled;
}

/** One that waited for confirmation would be deleted soon. Moved by hand, it's kept as long as the form's others. */
const EXPIRY = Prisma.sql`expires_at = CASE WHEN m.folder <> ${WAITING} THEN m.expires_at
  ELSE ${retainedUntil(Prisma.sql`m.received_at`)} END`;

async function cancelQueued(tx: Db, ctx: Context, newSpam: LockedSubmission[]): Promise<string[]> {
  if (newSpam.length === 0) return [];
  const submissionIds = idsOf(newSpam);
  const queued = await tx.$queryRaw<{ submission_id: string }[]>`
    SELECT DISTINCT submission_id FROM deliveries
    WHERE workspace_id = ${ctx.workspaceId}::uuid AND submission_id = ANY(${submissionIds}::uuid[])
      AND status IN ('queued', 'retrying')`;
  await cancelSubmissionDeliveries(tx, ctx, submissionIds);
  return queued.map(({ submission_id }) => submission_id);
}

/**
 * A submission that is already spam keeps the reason it was caught for. Spam is kept from the time someone moved it
 * there, so that an old message doesn't vanish at once. Nothing is sent about it, not even later.
 */
function spamSql(folder: Folder, now: Date): Prisma.Sql {
  if (folder !== "spam") return Prisma.sql`spam_reason = NULL, spam_at = NULL`;
  return Prisma.sql`held_reason = NULL,
    spam_reason = CASE WHEN m.folder = 'spam' THEN m.spam_reason ELSE 'manual' END,
    spam_at = CASE WHEN m.folder = 'spam' THEN m.spam_at ELSE ${now}::timestamptz END`;
}

/**
 * Moves a submission or changes its read state: see {@link applyUpdate}.
 *
 * @throws {AppError} not_found
 */
export async function updateSubmission(
  ctx: Context,
  submissionId: string,
  input: UpdateSubmissionInput,
): Promise<SubmissionFields> {
  if (!isId(submissionId)) throw notFound();
  return transaction(async (tx) => {
    const locked = await lockSubmissions(tx, ctx, [submissionId]);
    if (locked.length === 0) throw notFound();
    await applyUpdate(tx, ctx, locked, input);
    return toSubmissionFields(await requireSubmission(tx, ctx, submissionId));
  });
}

/**
 * Moves submissions or changes their read state in one transaction. Those deleted since are left
 * out.
 *
 * @param ids - at most MAX_CHANGED_AT_ONCE
 * @returns ids of those that were changed, of those whose email or event was cancelled, and of those that
 *   waited for confirmation, about which nothing was queued
 */
export async function updateSubmissions(
  ctx: Context,
  ids: readonly string[],
  input: UpdateSubmissionInput,
): Promise<{ changed: string[]; cancelled: string[]; waited: string[] }> {
  return transaction(async (tx) => {
    const locked = await lockSubmissions(tx, ctx, ids);
    const cancelled = await applyUpdate(tx, ctx, locked, input);
    const waited = locked.filter(({ folder }) => folder === WAITING).map(({ id }) => id);
    return {
      changed: idsOf(locked),
      cancelled: cancelled.filter((id) => !waited.includes(id)),
      waited,
    };
  });
}

/**
 * Undoes a change: each submission gets back its folder, read state, spam reason, and mark. Those deleted
 * since are left out.
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
    const groups = Map.groupBy(states, ({ id, folder, read, spamReason, suspected }) =>
      [folder, read, spamReason, suspected, waiting.includes(id)].join(),
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
    }
    return { changed: locked.length };
  });
}

/** Holds submissions again that nothing was ever sent about: a move to spam had ended that. */
async function holdAgain(tx: Db, ctx: Context, rows: readonly LockedSubmission[]): Promise<void> {
  const wasSpam = rows.filter(({ folder }) => folder === "spam").map(({ id }) => id);
  await tx.$executeRaw`
    UPDATE submissions SET held_reason = 'allowance'
    WHERE workspace_id = ${ctx.workspaceId}::uuid AND id = ANY(${wasSpam}::uuid[])
      AND plan ->> 'reason' = 'held'`;
}

/**
 * Makes locked submissions wait for their visitors again, after a move by hand was undone. An email that the move
 * cancelled is queued again. If that can't be sent anymore, the submission doesn't wait: it'd be deleted without anyone
 * having been asked. Nor does one that was confirmed in the meantime.
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

import { type Db, transaction } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { idsOf, isId } from "#lib/core/ids";
import { cancelSubmissionDeliveries } from "#lib/domain/deliveries/cancel";
import { emitUpdated } from "#lib/domain/endpoints/emit-events";
import { forgetUnknownSenders } from "#lib/domain/spam/known-sender";
import { emailAssignee, requireAssignee } from "#lib/domain/submissions/assign";
import { byIdsSql, retainedUntil, visibleSql } from "#lib/domain/submissions/inbox/filter-sql";
import { type Folder, type SubmissionFields, WAITING } from "#lib/domain/submissions/schema";
import { labelSql } from "#lib/domain/submissions/spam-labels";
import { requireSubmission, toSubmissionFields } from "#lib/domain/submissions/store";
import type { UpdateSubmissionInput } from "#lib/domain/submissions/update-schema";

export type LockedSubmission = {
  id: string;
  folder: string;
  isRead: boolean;
  answeredAt: Date | null;
  assigneeId: string | null;
};

/**
 * Locks submissions until the transaction ends, in the order of their IDs, so that two bulk changes
 * can't deadlock. Unreachable ones are left out.
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
    SELECT s.id, s.folder, s.is_read AS "isRead", s.answered_at AS "answeredAt",
      s.assignee_id AS "assigneeId"
    FROM held s
    JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
    WHERE ${visibleSql(ctx)} ORDER BY s.id`;
}

/**
 * Moves locked submissions, or changes whether they're read or answered, or their assignee. A move to spam cancels
 * queued deliveries; a move out of spam sends nothing automatically. Destinations that subscribe to it get
 * `submission.updated`, and a new assignee gets an email.
 *
 * @throws {AppError} validation_failed if the assignee isn't a member
 * @returns ids of the submissions whose email or event was cancelled
 */
export async function applyUpdate(
  tx: Db,
  ctx: Context,
  locked: readonly LockedSubmission[],
  input: UpdateSubmissionInput,
): Promise<string[]> {
  const { folder, read, suspected, answered, assigneeId } = input;
  if (locked.length === 0 || Object.values(input).every((value) => value === undefined)) return [];
  if (assigneeId) await requireAssignee(tx, ctx, assigneeId);
  const newSpam = folder === "spam" ? locked.filter((row) => row.folder !== "spam") : [];
  const cancelled = await cancelQueued(tx, ctx, newSpam);
  const set = [
    // A job adds it to the search index again, so that no one waits for its trigrams.
    Prisma.sql`search_indexed = false, changed_at = ${ctx.now}`,
    ...(folder === undefined
      ? []
      : [Prisma.sql`folder = ${folder}`, EXPIRY, spamSql(folder, ctx.now)]),
    ...(folder === undefined && suspected === undefined && !answered
      ? []
      : [labelSql(folder, answered)]),
    ...(answered === undefined ? [] : [answeredSql(ctx, answered)]),
    ...(assigneeId === undefined ? [] : [Prisma.sql`assignee_id = ${assigneeId}::uuid`]),
    ...(read === undefined ? [] : [Prisma.sql`is_read = ${read}`]),
  ];
  await tx.$executeRaw`
    UPDATE submissions m SET ${Prisma.join(set)}
    FROM ${byIdsSql(ctx, idsOf(locked))}
    WHERE m.workspace_id = s.workspace_id AND m.id = s.id`;
  const changed = locked.filter((row) => isChangedBy(row, input));
  if (folder !== undefined || suspected !== undefined || answered) forgetUnknownSenders();
  const keys = changed.map(({ id }) => ({ workspace_id: ctx.workspaceId, id }));
  await emitUpdated(tx, ctx, keys);
  const assigned = locked.filter((row) => assigneeId && row.assigneeId !== assigneeId);
  if (assigneeId) await emailAssignee(tx, ctx, assigneeId, idsOf(assigned));
  return cancelled;
}

/**
 * A submission that waited for confirmation would be deleted soon. If someone moves it, it's kept as long as the
 * form's others.
 */
const EXPIRY = Prisma.sql`expires_at = CASE WHEN m.folder <> ${WAITING} THEN m.expires_at
  ELSE ${retainedUntil(Prisma.sql`m.received_at`)} END`;

/** Returns whether an update changes the content of `submission.updated` for a submission. */
function isChangedBy(row: LockedSubmission, input: UpdateSubmissionInput): boolean {
  const { folder = row.folder, read = row.isRead, assigneeId = row.assigneeId } = input;
  const isAnswered = row.answeredAt !== null;
  const { answered = isAnswered } = input;
  const isMoved = folder !== row.folder || assigneeId !== row.assigneeId;
  return isMoved || read !== row.isRead || answered !== isAnswered;
}

/** A submission that was already answered keeps its time. */
function answeredSql({ actor, now }: Context, answered: boolean): Prisma.Sql {
  if (!answered) return Prisma.sql`answered_at = NULL, answered_by = NULL`;
  const userId = actor.kind === "user" ? actor.userId : null;
  return Prisma.sql`answered_at = coalesce(m.answered_at, ${now}),
    answered_by = CASE WHEN m.answered_at IS NULL THEN ${userId}::uuid ELSE m.answered_by END`;
}

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
 * there, so that an old message doesn't expire immediately. Nothing is sent about it, not even later.
 */
function spamSql(folder: Folder, now: Date): Prisma.Sql {
  if (folder !== "spam") return Prisma.sql`spam_reason = NULL, spam_at = NULL`;
  return Prisma.sql`held_reason = NULL,
    spam_reason = CASE WHEN m.folder = 'spam' THEN m.spam_reason ELSE 'manual' END,
    spam_at = CASE WHEN m.folder = 'spam' THEN m.spam_at ELSE ${now}::timestamptz END`;
}

/**
 * Updates a submission: see {@link applyUpdate}.
 *
 * @throws {AppError} not_found; validation_failed
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
 * Updates submissions in one transaction, as described at {@link applyUpdate}. Submissions deleted since
 * are left out.
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

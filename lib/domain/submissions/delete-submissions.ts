import { type Db, transaction } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { idsOf, isId } from "#lib/core/ids";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { emitDeleted } from "#lib/domain/endpoints/emit-events";
import { lockSubmissions } from "#lib/domain/submissions/update-submissions";

/**
 * Permanently deletes a submission with its files, deliveries, and attempts.
 *
 * @throws {AppError} not_found
 */
export async function deleteSubmission(ctx: Context, submissionId: string): Promise<void> {
  if (!isId(submissionId)) throw notFound();
  const { deleted } = await deleteSubmissions(ctx, [submissionId]);
  if (deleted === 0) throw notFound();
}

/**
 * Permanently deletes submissions with their files, deliveries, and attempts, in one transaction. Those
 * already deleted are left out, so repeating the call does no harm.
 *
 * @param ids - at most MAX_CHANGED_AT_ONCE
 * @returns how many were deleted
 */
export async function deleteSubmissions(
  ctx: Context,
  ids: readonly string[],
): Promise<{ deleted: number }> {
  return transaction(async (tx) => {
    const locked = await lockSubmissions(tx, ctx, ids);
    const keys = locked.map(({ id }) => ({ workspace_id: ctx.workspaceId, id }));
    const { messages } = await deleteLocked(tx, keys, ctx.now);
    const [only] = messages === 1 ? locked : [];
    if (messages > 0)
      await recordAudit(tx, ctx, {
        action: "submissions.deleted",
        subject: only ? { id: only.id } : {},
        details: { messages },
      });
    return { deleted: messages };
  });
}

/** The data deleted along with submissions. */
export type DeletedCounts = { messages: number; files: number; emails: number; events: number };

/** A submission that the caller has locked. */
export type LockedKey = { workspace_id: string; id: string };

/**
 * Deletes submissions with their deliveries and attempts, and marks their files for removal by
 * maintenance. The caller has locked the rows and may delete them. Other rows are locked in a fixed
 * order, so that deletions don't deadlock: files by ID, then deliveries by ID, then attempts.
 * Destinations that ask for it get `submission.deleted`.
 */
export async function deleteLocked(
  tx: Db,
  keys: readonly LockedKey[],
  now: Date,
): Promise<DeletedCounts> {
  if (keys.length === 0) return { messages: 0, files: 0, emails: 0, events: 0 };
  await emitDeleted(tx, { now }, keys);
  const selected = Prisma.sql`unnest(${keys.map((key) => key.workspace_id)}::uuid[],
    ${idsOf(keys)}::uuid[]) AS s(workspace_id, id)`;
  const [files] = await tx.$queryRaw<{ count: number }[]>`
    WITH attached AS MATERIALIZED (
      SELECT a.workspace_id, a.object_id FROM ${selected}
      JOIN attachments a ON a.workspace_id = s.workspace_id AND a.submission_id = s.id
    ), held AS MATERIALIZED (
      SELECT o.workspace_id, o.id FROM attached a
      JOIN objects o ON o.workspace_id = a.workspace_id AND o.id = a.object_id
      ORDER BY o.id FOR UPDATE OF o
    ), marked AS (
      UPDATE objects o SET status = 'deleting' FROM held h
      WHERE o.workspace_id = h.workspace_id AND o.id = h.id
    )
    SELECT count(*)::int AS count FROM attached`;
  const [deliveries] = await tx.$queryRaw<{ emails: number; events: number }[]>`
    SELECT (count(*) FILTER (WHERE channel = 'email'))::int AS emails,
      (count(*) FILTER (WHERE channel = 'webhook'))::int AS events
    FROM (
      SELECT d.channel FROM ${selected}
      JOIN deliveries d ON d.workspace_id = s.workspace_id AND d.submission_id = s.id
      ORDER BY d.workspace_id, d.id FOR UPDATE OF d
    ) held`;
  const messages = await tx.$executeRaw`
    DELETE FROM submissions m USING ${selected} WHERE m.workspace_id = s.workspace_id AND m.id = s.id`;
  return { emails: 0, events: 0, ...deliveries, files: files?.count ?? 0, messages };
}

import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { type Db, transaction } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { dropEntries } from "#lib/deliveries/queue";
import type { ErasedCounts } from "#lib/submissions/inbox-schema";
import { lockSubmissions } from "#lib/submissions/update-submissions";

/**
 * Permanently deletes a submission with its files, deliveries and attempts.
 *
 * @throws {AppError} not_found
 */
export async function deleteSubmission(ctx: Context, submissionId: string): Promise<void> {
  if (!isId(submissionId)) throw notFound();
  const { deleted } = await deleteSubmissions(ctx, [submissionId]);
  if (deleted === 0) throw notFound();
}

/**
 * Permanently deletes submissions with their files, deliveries and attempts, in one transaction. Those
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
    const locked = (await lockSubmissions(tx, ctx, ids)).map(({ id }) => id);
    return { deleted: (await deleteLocked(tx, locked)).messages };
  });
}

/** What was deleted along with submissions. */
export type DeletedCounts = Omit<ErasedCounts, "capturedMails">;

/**
 * Deletes submissions with their deliveries, attempts and queue entries, and marks their files for
 * removal by maintenance. The caller has locked the rows and may delete them. Other rows are locked in
 * a fixed order, so that deletions don't deadlock: files and entries by id, deliveries, attempts.
 */
export async function deleteLocked(tx: Db, ids: string[]): Promise<DeletedCounts> {
  if (ids.length === 0) return { messages: 0, files: 0, mails: 0, events: 0 };
  await tx.$executeRaw`
    UPDATE objects SET status = 'deleting' WHERE id = ANY (ARRAY (
      SELECT id FROM objects WHERE id IN (
        SELECT object_id FROM attachments WHERE submission_id = ANY(${ids}::uuid[])
      ) ORDER BY id FOR UPDATE
    ))`;
  await dropEntries(
    tx,
    Prisma.sql`
      SELECT id FROM email_deliveries WHERE submission_id = ANY(${ids}::uuid[])
      UNION ALL SELECT id FROM webhook_deliveries WHERE submission_id = ANY(${ids}::uuid[])`,
  );
  const [counts] = await tx.$queryRaw<{ files: number; mails: number; events: number }[]>`
    SELECT
      (SELECT count(*) FROM attachments WHERE submission_id = ANY(${ids}::uuid[]))::int AS files,
      (SELECT count(*) FROM email_deliveries WHERE submission_id = ANY(${ids}::uuid[]))::int AS mails,
      (SELECT count(*) FROM webhook_deliveries WHERE submission_id = ANY(${ids}::uuid[]))::int AS events`;
  const messages = await tx.$executeRaw`
    DELETE FROM submissions WHERE id = ANY(${ids}::uuid[])`;
  return { files: 0, mails: 0, events: 0, ...counts, messages };
}

import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import type { Db } from "#lib/db/database";
import { transaction } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { dropEntries } from "#lib/deliveries/queue";
import type { ErasedCounts } from "#lib/submissions/inbox-schema";
import { lockSubmissions } from "#lib/submissions/update-submissions";

/**
 * Deletes a message for good, with its files, deliveries and attempts.
 *
 * @throws {AppError} not_found
 */
export async function deleteSubmission(ctx: Context, submissionId: string): Promise<void> {
  if (!isId(submissionId)) throw notFound();
  const { deleted } = await deleteSubmissions(ctx, [submissionId]);
  if (deleted === 0) throw notFound();
}

/**
 * Deletes messages for good, with their files, deliveries and attempts; all or none. Those that are
 * gone already are left out, so that a repeat after a lost answer does no harm.
 *
 * @param ids - at most MAX_CHANGED_AT_ONCE
 * @returns how many were there to be deleted
 */
export async function deleteSubmissions(
  ctx: Context,
  ids: readonly string[],
): Promise<{ deleted: number }> {
  return transaction(async (tx) => {
    const held = (await lockSubmissions(tx, ctx, ids)).map(({ id }) => id);
    await removeObjectsOf(tx, ctx, held);
    const { count } = await tx.submission.deleteMany({
      where: { workspaceId: ctx.workspaceId, id: { in: held } },
    });
    return { deleted: count };
  });
}

/**
 * Marks the files of messages for removal, in the transaction that deletes the messages. Their bytes
 * count until maintenance has taken the objects away.
 */
export async function removeObjectsOf(
  tx: Db,
  ctx: Context,
  submissionIds: readonly string[],
): Promise<void> {
  await tx.storedObject.updateMany({
    where: {
      workspaceId: ctx.workspaceId,
      attachments: { some: { submissionId: { in: [...submissionIds] } } },
    },
    data: { status: "deleting" },
  });
}

/** What went along with messages that were deleted. */
export type DeletedCounts = Omit<ErasedCounts, "capturedMails">;

type Row = { files: number; mails: number; events: number };

/**
 * Deletes messages with their deliveries, attempts and outbox entries, and marks their files for
 * removal. The caller holds their rows and has seen to it that they may be deleted. What else may be
 * held by others is taken in one order: files and entries by their ids, then deliveries, then attempts.
 */
export async function deleteMessages(tx: Db, ids: readonly string[]): Promise<DeletedCounts> {
  if (ids.length === 0) return { messages: 0, files: 0, mails: 0, events: 0 };
  const marked = [...ids];
  await tx.$executeRaw`
    UPDATE objects SET status = 'deleting' WHERE id = ANY (ARRAY (
      SELECT id FROM objects WHERE id IN (
        SELECT object_id FROM attachments WHERE submission_id = ANY(${marked}::uuid[])
      ) ORDER BY id FOR UPDATE
    ))`;
  await dropEntries(
    tx,
    Prisma.sql`
      SELECT id FROM email_deliveries WHERE submission_id = ANY(${marked}::uuid[])
      UNION ALL SELECT id FROM webhook_deliveries WHERE submission_id = ANY(${marked}::uuid[])`,
  );
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT
      (SELECT count(*) FROM attachments WHERE submission_id = ANY(${marked}::uuid[]))::int AS files,
      (SELECT count(*) FROM email_deliveries WHERE submission_id = ANY(${marked}::uuid[]))::int AS mails,
      (SELECT count(*) FROM webhook_deliveries WHERE submission_id = ANY(${marked}::uuid[]))::int AS events`;
  const messages = await tx.$executeRaw`
    DELETE FROM submissions WHERE id = ANY(${marked}::uuid[])`;
  return { messages, files: row?.files ?? 0, mails: row?.mails ?? 0, events: row?.events ?? 0 };
}

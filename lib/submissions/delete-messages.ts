import type { Db } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { dropEntries } from "#lib/outbox/drop-entries";
import type { ErasedCounts } from "#lib/submissions/person-schema";

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

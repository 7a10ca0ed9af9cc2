import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { visibleSql } from "#lib/submissions/filter-sql";

/** What a deletion takes along. */
export type MessagesMeasure = {
  messages: number;
  /** Files that can still be downloaded, and their bytes. */
  files: number;
  fileBytes: number;
  /** Mails that have not left yet, and then never will. */
  unsentMails: number;
};

type Row = { messages: bigint; files: bigint; file_bytes: bigint; unsent_mails: bigint };

/** What would be lost with these messages, in numbers. Those that are gone count as nothing. */
export async function measureSubmissions(
  ctx: Context,
  ids: readonly string[],
): Promise<MessagesMeasure> {
  const [row] = await db().$queryRaw<Row[]>`
    WITH chosen AS (
      SELECT s.id FROM submissions s JOIN forms f ON f.id = s.form_id
      WHERE s.id = ANY(${[...ids]}::uuid[]) AND ${visibleSql(ctx)}
    ), stored AS (
      SELECT a.size_bytes FROM attachments a JOIN chosen c ON c.id = a.submission_id
        JOIN objects o ON o.id = a.object_id
      WHERE o.status = 'stored' AND a.expires_at > ${ctx.now}
    )
    SELECT (SELECT count(*) FROM chosen) AS messages,
      (SELECT count(*) FROM stored) AS files,
      (SELECT coalesce(sum(size_bytes), 0)::bigint FROM stored) AS file_bytes,
      (SELECT count(*) FROM email_deliveries d JOIN chosen c ON c.id = d.submission_id
        WHERE d.status IN ('queued', 'retrying')) AS unsent_mails`;
  if (!row) throw new Error("a query without FROM answered no row");
  return {
    messages: Number(row.messages),
    files: Number(row.files),
    fileBytes: Number(row.file_bytes),
    unsentMails: Number(row.unsent_mails),
  };
}

import type { Context } from "#lib/core/context";
import { decodeCursor, type Page, toPage } from "#lib/core/cursor";
import { db } from "#lib/db/database";
import { filterSql } from "#lib/submissions/filter-sql";
import { Folder, type ListSubmissionsQuery, type SubmissionSummary } from "#lib/submissions/schema";

type Row = {
  id: string;
  form_id: string;
  form_name: string;
  folder: string;
  is_read: boolean;
  received_at: Date;
  name: string | null;
  email: string | null;
  preview: string;
  attachment_count: number;
};

function toSummary(row: Row): SubmissionSummary {
  return {
    id: row.id,
    formId: row.form_id,
    formName: row.form_name,
    folder: Folder.parse(row.folder),
    read: row.is_read,
    receivedAt: row.received_at.getTime(),
    name: row.name,
    email: row.email,
    preview: row.preview,
    attachmentCount: row.attachment_count,
  };
}

/** One page of messages, newest first. A form that is unknown or foreign gives an empty page. */
export async function listSubmissions(
  ctx: Context,
  query: ListSubmissionsQuery,
): Promise<Page<SubmissionSummary>> {
  const after = query.cursor ? decodeCursor(query.cursor) : null;
  const rows = await db().$queryRaw<Row[]>`
    SELECT s.id, s.form_id, f.name AS form_name, s.folder, s.is_read, s.received_at, s.name,
      s.email, s.preview, s.attachment_count
    FROM submissions s JOIN forms f ON f.id = s.form_id
    WHERE ${filterSql(ctx, query, after)}
    ORDER BY s.received_at DESC, s.id DESC
    LIMIT ${query.limit + 1}`;
  return toPage(rows, query.limit, (row) => ({ at: row.received_at, id: row.id }), toSummary);
}

import type { Db } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";
import { makeSearchText } from "#lib/core/fields/search-text";
import { findSender, type SenderField } from "#lib/core/fields/sender";
import { newId } from "#lib/core/ids";
import { planNoOne } from "#lib/domain/emails/plan-notification";
import type { MappedRecord } from "#lib/domain/imports/map-record";
import { makePreview, textBytesOf } from "#lib/domain/intake/fields";

/** The form that the messages are imported into. */
export type ImportForm = { workspaceId: string; formId: string; own: readonly SenderField[] };

/** A message that can be stored: its date is known. */
export type DatedRecord = MappedRecord & { receivedAt: Date };

const PLAN = JSON.stringify(planNoOne("imported"));

function toRow({ own }: ImportForm, record: DatedRecord) {
  const { fields } = record;
  const { name, email } = findSender(fields, own);
  return {
    id: newId(),
    received_at: record.receivedAt.toISOString(),
    is_spam: record.isSpam,
    fields,
    name,
    email,
    preview: makePreview(fields),
    search_text: makeSearchText(fields),
    text_bytes: textBytesOf(fields),
    key: record.key,
    own_id: record.ownId,
  };
}

/**
 * Stores messages of an import that aren't here yet: as read, in the archive or in spam, with their original time of
 * receipt. Nothing is sent or judged, and no usage is counted. Spam counts as moved to spam now, so that a short
 * retention of spam doesn't delete it the next night.
 *
 * @param retentionDays - days the form keeps messages, counted from their own time
 * @returns how many were stored, and how many of them as spam
 */
export async function storeMessages(
  tx: Db,
  form: ImportForm,
  importId: string,
  records: readonly DatedRecord[],
  { retentionDays, now }: { retentionDays: number | null; now: Date },
): Promise<{ stored: number; spam: number }> {
  if (records.length === 0) return { stored: 0, spam: 0 };
  const rows = JSON.stringify(records.map((record) => toRow(form, record)));
  const [counts] = await queryRows<{ stored: number; spam: number }>(tx, {
    stored: "int4",
    spam: "int4",
  })`
    WITH sent AS (
      SELECT * FROM json_to_recordset(${rows}::json) AS r(id uuid, received_at timestamptz, is_spam boolean,
        fields json, name text, email text, preview text, search_text text, text_bytes int, key text, own_id uuid)
    ), stored AS (
      INSERT INTO submissions (id, workspace_id, form_id, folder, is_read, received_at, fields, name, email, preview,
        search_text, text_bytes, spam_reason, spam_at, expires_at, plan, visitor_reply_status, visitor_reply_reason,
        import_id, import_key)
      SELECT s.id, ${form.workspaceId}::uuid, ${form.formId}::uuid, CASE WHEN s.is_spam THEN 'spam' ELSE 'archive' END,
        true, s.received_at, s.fields, s.name, s.email, s.preview, s.search_text, s.text_bytes,
        CASE WHEN s.is_spam THEN 'manual' END, CASE WHEN s.is_spam THEN ${now}::timestamptz END,
        s.received_at + ${retentionDays}::int * interval '1 day', ${PLAN}::jsonb, 'not_eligible', 'imported',
        ${importId}::uuid, decode(s.key, 'hex')
      FROM sent s
      WHERE NOT EXISTS (
        SELECT FROM submissions o
        WHERE o.workspace_id = ${form.workspaceId}::uuid AND o.id = s.own_id AND o.form_id = ${form.formId}::uuid)
      ON CONFLICT (workspace_id, form_id, import_key) WHERE import_key IS NOT NULL DO NOTHING
      RETURNING folder, text_bytes
    ), counted AS (
      INSERT INTO message_counts AS c (workspace_id, form_id, folder, slot, total, unread, text_bytes, held)
      SELECT ${form.workspaceId}::uuid, ${form.formId}::uuid, folder, pg_backend_pid() % 16, count(*), 0,
        sum(text_bytes), 0
      FROM stored GROUP BY folder ORDER BY folder
      ON CONFLICT (workspace_id, form_id, folder, slot) DO UPDATE
      SET total = c.total + EXCLUDED.total, text_bytes = c.text_bytes + EXCLUDED.text_bytes
    )
    SELECT count(*)::int AS stored, (count(*) FILTER (WHERE folder = 'spam'))::int AS spam FROM stored`;
  return counts ?? { stored: 0, spam: 0 };
}

/** Returns the keys of these messages that are already stored, for a dry run. */
export async function findKnownKeys(
  tx: Db,
  { workspaceId, formId }: ImportForm,
  records: readonly MappedRecord[],
): Promise<Set<string>> {
  const wanted = JSON.stringify(records.map(({ key, ownId }) => ({ key, own_id: ownId })));
  const rows = await queryRows<{ key: string }>(tx, { key: "text" })`
    SELECT w.key FROM json_to_recordset(${wanted}::json) AS w(key text, own_id uuid)
    WHERE EXISTS (
      SELECT FROM submissions s WHERE s.workspace_id = ${workspaceId}::uuid AND s.form_id = ${formId}::uuid
        AND s.import_key = decode(w.key, 'hex')
    ) OR EXISTS (
      SELECT FROM submissions o
      WHERE o.workspace_id = ${workspaceId}::uuid AND o.id = w.own_id AND o.form_id = ${formId}::uuid)`;
  return new Set(rows.map(({ key }) => key));
}

const UNDONE_AT_ONCE = 250;

/**
 * Deletes messages of an import, except those that someone has changed since: moved, marked, replied to, or sent on.
 * Destinations get no event about it, as they got none about the import.
 *
 * @returns how many were deleted; fewer than a batch when none are left that aren't being changed just now
 */
export async function deleteUntouched(tx: Db, workspaceId: string, importId: string) {
  const deleted = await tx.$executeRaw`
    DELETE FROM submissions m USING (
      SELECT s.workspace_id, s.id FROM submissions s
      WHERE s.workspace_id = ${workspaceId}::uuid AND s.import_id = ${importId}::uuid
        AND s.folder <> 'inbox' AND s.spam_label IS NULL AND s.attachment_count = 0
        AND s.answered_at IS NULL AND s.assignee_id IS NULL
        AND NOT EXISTS (SELECT FROM notes n WHERE n.workspace_id = s.workspace_id AND n.submission_id = s.id)
        AND NOT EXISTS (
          SELECT FROM deliveries d WHERE d.workspace_id = s.workspace_id AND d.submission_id = s.id)
      ORDER BY s.id LIMIT ${UNDONE_AT_ONCE} FOR UPDATE OF s
    ) gone WHERE m.workspace_id = gone.workspace_id AND m.id = gone.id`;
  return { deleted, isDone: deleted < UNDONE_AT_ONCE };
}

/** Counts the messages of an import that still exist. */
export function countImported(tx: Db, workspaceId: string, importId: string): Promise<number> {
  return tx.submission.count({ where: { workspaceId, importId } });
}

import { type Db, pool, transaction } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import { HOUR_MS } from "#lib/core/durations";
import { deleteLocked, type LockedKey } from "#lib/domain/submissions/delete-submissions";
import {
  batchStep,
  type MaintenanceStep,
  selectedStep,
  statementStep,
} from "#lib/entry/jobs/maintenance/step";

const MESSAGES_PER_BATCH = 200;
const FORMS_PER_BATCH = 20;
const WORKSPACES_PER_BATCH = 20;
/** A request that began before a webhook or workspace was deleted may still refer to the row. */
const KEPT_MS = HOUR_MS;

/** Deletes data that is past its retention, or belongs to something deleted. It's already unreachable. */
export function purgeSteps(now: Date): MaintenanceStep[] {
  return [...messageSteps(now), ...formSteps(now), ...workspaceSteps(now)];
}

function messageSteps(now: Date): MaintenanceStep[] {
  const deleteWhere = (name: string, which: Prisma.Sql) =>
    batchStep(name, MESSAGES_PER_BATCH, () => deleteMessages(which, now));
  const spamKeptSince = Prisma.sql`${now}::timestamptz - f.spam_retention_days * interval '1 day'`;
  return [
    deleteWhere("messages", Prisma.sql`s.expires_at <= ${now} ORDER BY s.expires_at`),
    // Deletes spam that arrived, or was moved to spam, before its form's retention period.
    deleteWhere(
      "spam",
      Prisma.sql`(s.workspace_id, s.id) IN (
        SELECT old.workspace_id, old.id FROM forms f CROSS JOIN LATERAL (
          SELECT m.workspace_id, m.id FROM submissions m
          WHERE m.workspace_id = f.workspace_id AND m.form_id = f.id AND m.folder = 'spam'
            AND m.received_at <= ${spamKeptSince} AND (m.spam_at IS NULL OR m.spam_at <= ${spamKeptSince})
          LIMIT ${MESSAGES_PER_BATCH}
        ) old WHERE f.spam_retention_days IS NOT NULL)`,
    ),
    deleteWhere(
      "formMessages",
      Prisma.sql`(s.workspace_id, s.form_id) IN (
        SELECT workspace_id, id FROM forms WHERE deleted_at IS NOT NULL)`,
    ),
  ];
}

async function deleteMessages(which: Prisma.Sql, now: Date): Promise<number> {
  // Most runs find nothing. A query costs less than a transaction, which loads Prisma's engine.
  const found = await pool().query(Prisma.sql`SELECT FROM submissions s WHERE ${which} LIMIT 1`);
  if (found.rowCount === 0) return 0;
  const deleteBatch = async (tx: Db) => {
    const keys = await tx.$queryRaw<LockedKey[]>`
      SELECT s.workspace_id, s.id FROM submissions s WHERE ${which}
      LIMIT ${MESSAGES_PER_BATCH} FOR UPDATE OF s SKIP LOCKED`;
    return (await deleteLocked(tx, keys, now)).messages;
  };
  // The run repeats a failed batch after the other steps. An immediate repeat would skip rows that are still
  // locked.
  return transaction(deleteBatch, { maxTries: 1 });
}

/**
 * Deletes deleted forms without messages, deliveries of deleted webhooks with their attempts, and then the
 * webhooks.
 */
function formSteps(now: Date): MaintenanceStep[] {
  return [
    selectedStep({
      name: "forms",
      table: "forms",
      from: `forms t WHERE t.deleted_at IS NOT NULL AND NOT EXISTS (
          SELECT FROM submissions m WHERE m.workspace_id = t.workspace_id AND m.form_id = t.id
        ) ORDER BY t.deleted_at`,
      batchSize: FORMS_PER_BATCH,
    }),
    selectedStep({
      name: "webhookDeliveries",
      table: "deliveries",
      from: `webhooks w JOIN deliveries t ON t.workspace_id = w.workspace_id AND t.webhook_id = w.id
        WHERE w.deleted_at IS NOT NULL`,
    }),
    selectedStep({
      name: "webhooks",
      table: "webhooks",
      from: `webhooks t WHERE t.deleted_at <= $1 AND NOT EXISTS (
          SELECT FROM deliveries d WHERE d.workspace_id = t.workspace_id AND d.webhook_id = t.id
        ) ORDER BY t.deleted_at`,
      values: [new Date(now.getTime() - KEPT_MS)],
    }),
  ];
}

const OF_DELETED = "t.workspace_id IN (SELECT id FROM workspaces WHERE deleted_at IS NOT NULL)";

/**
 * Deletes the data of deleted workspaces: forms that were created during the deletion, files, and large tables;
 * messages are deleted with their forms. The workspaces themselves come last, and delete the rest by cascade.
 */
function workspaceSteps(now: Date): MaintenanceStep[] {
  return [
    selectedStep({
      name: "workspaceForms",
      table: "forms",
      from: `workspaces w JOIN forms t ON t.workspace_id = w.id
        WHERE w.deleted_at IS NOT NULL AND t.deleted_at IS NULL`,
      set: "deleted_at = $1",
      values: [now],
    }),
    selectedStep({
      name: "workspaceFiles",
      table: "objects",
      from: `objects t WHERE ${OF_DELETED} AND t.status <> 'deleting'`,
      set: "status = 'deleting'",
    }),
    selectedStep({
      name: "workspaceCapturedEmails",
      table: "captured_emails",
      from: `captured_emails t WHERE ${OF_DELETED}`,
    }),
    selectedStep({
      name: "workspaceAuditEntries",
      table: "audit_entries",
      from: `audit_entries t WHERE ${OF_DELETED}`,
    }),
    // Other deliveries are deleted with their messages.
    selectedStep({
      name: "workspaceNotices",
      table: "deliveries",
      from: `deliveries t WHERE ${OF_DELETED} AND t.submission_id IS NULL`,
    }),
    statementStep(
      "workspaces",
      WORKSPACES_PER_BATCH,
      `DELETE FROM workspaces WHERE id = ANY (ARRAY (
        SELECT w.id FROM workspaces w WHERE w.deleted_at <= $1
          AND NOT EXISTS (SELECT FROM forms WHERE workspace_id = w.id)
          AND NOT EXISTS (SELECT FROM objects WHERE workspace_id = w.id)
          AND NOT EXISTS (SELECT FROM captured_emails WHERE workspace_id = w.id)
          AND NOT EXISTS (SELECT FROM audit_entries WHERE workspace_id = w.id)
          AND NOT EXISTS (SELECT FROM deliveries WHERE workspace_id = w.id)
        ORDER BY w.deleted_at LIMIT ${WORKSPACES_PER_BATCH} FOR UPDATE OF w SKIP LOCKED
      ))`,
      [new Date(now.getTime() - KEPT_MS)],
    ),
  ];
}

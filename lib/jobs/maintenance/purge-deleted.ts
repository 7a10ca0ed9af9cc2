import { type Db, pool, transaction } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { batchStep, type MaintenanceStep, statementStep } from "#lib/jobs/maintenance/step";
import { deleteLocked, type LockedKey } from "#lib/submissions/delete-submissions";

const MESSAGES_PER_BATCH = 200;
const FORMS_PER_BATCH = 20;
const WORKSPACES_PER_BATCH = 20;
const ROWS_PER_BATCH = 1000;
/** A request that began before a webhook or workspace was deleted may still refer to the row. */
const KEPT_MS = 3_600_000;

/** Deletes what is past its retention, or belongs to something deleted. It has been unreachable since then. */
export function purgeSteps(now: Date): MaintenanceStep[] {
  return [...messageSteps(now), ...formSteps(now), ...workspaceSteps(now)];
}

function messageSteps(now: Date): MaintenanceStep[] {
  const deleteWhere = (name: string, which: Prisma.Sql) =>
    batchStep(name, MESSAGES_PER_BATCH, () => deleteMessages(which, now));
  const spamKeptSince = Prisma.sql`${now}::timestamptz - f.spam_retention_days * interval '1 day'`;
  return [
    deleteWhere("messages", Prisma.sql`s.expires_at <= ${now} ORDER BY s.expires_at`),
    // Spam that arrived, or was moved to spam, longer ago than its form keeps it.
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
  // Most runs find nothing. A look costs less than a transaction, which loads Prisma's engine.
  const found = await pool().query(Prisma.sql`SELECT FROM submissions s WHERE ${which} LIMIT 1`);
  if (found.rowCount === 0) return 0;
  const deleteBatch = async (tx: Db) => {
    const keys = await tx.$queryRaw<LockedKey[]>`
      SELECT s.workspace_id, s.id FROM submissions s WHERE ${which}
      LIMIT ${MESSAGES_PER_BATCH} FOR UPDATE OF s SKIP LOCKED`;
    return (await deleteLocked(tx, keys, now)).messages;
  };
  // The run repeats a failed batch after the other steps. At once, it would skip rows that are still locked.
  return transaction(deleteBatch, { maxTries: 1 });
}

/** Deleted forms without a message, deliveries of deleted webhooks with their attempts, and then the webhooks. */
function formSteps(now: Date): MaintenanceStep[] {
  return [
    statementStep(
      "forms",
      FORMS_PER_BATCH,
      deleting(
        "forms",
        `SELECT workspace_id, id FROM forms f WHERE deleted_at IS NOT NULL AND NOT EXISTS (
          SELECT FROM submissions s WHERE s.workspace_id = f.workspace_id AND s.form_id = f.id
        ) ORDER BY deleted_at LIMIT ${FORMS_PER_BATCH} FOR UPDATE SKIP LOCKED`,
      ),
    ),
    statementStep(
      "webhookDeliveries",
      ROWS_PER_BATCH,
      deleting(
        "deliveries",
        `SELECT d.workspace_id, d.id FROM webhooks w
        JOIN deliveries d ON d.workspace_id = w.workspace_id AND d.webhook_id = w.id
        WHERE w.deleted_at IS NOT NULL LIMIT ${ROWS_PER_BATCH} FOR UPDATE OF d SKIP LOCKED`,
      ),
    ),
    statementStep(
      "webhooks",
      ROWS_PER_BATCH,
      deleting(
        "webhooks",
        `SELECT workspace_id, id FROM webhooks w WHERE deleted_at <= $1 AND NOT EXISTS (
          SELECT FROM deliveries d WHERE d.workspace_id = w.workspace_id AND d.webhook_id = w.id
        ) ORDER BY deleted_at LIMIT ${ROWS_PER_BATCH} FOR UPDATE SKIP LOCKED`,
      ),
      [new Date(now.getTime() - KEPT_MS)],
    ),
  ];
}

const DELETED = "SELECT id FROM workspaces WHERE deleted_at IS NOT NULL";

/** Tables deleted in batches before their workspace, which deletes the rest by cascade. */
const BATCHED = [
  { name: "workspaceCapturedEmails", table: "captured_emails" },
  { name: "workspaceAuditEntries", table: "audit_entries" },
  // The others are deleted with their messages.
  { name: "workspaceNotices", table: "deliveries", only: "t.submission_id IS NULL" },
];

/**
 * Deleted workspaces: forms that were created during the deletion, files, email; messages are deleted with
 * their forms. The workspaces themselves come last.
 */
function workspaceSteps(now: Date): MaintenanceStep[] {
  return [
    statementStep(
      "workspaceForms",
      ROWS_PER_BATCH,
      `WITH selected AS MATERIALIZED (
        SELECT f.workspace_id, f.id FROM workspaces w JOIN forms f ON f.workspace_id = w.id
        WHERE w.deleted_at IS NOT NULL AND f.deleted_at IS NULL
        LIMIT ${ROWS_PER_BATCH} FOR UPDATE OF f SKIP LOCKED
      )
      UPDATE forms t SET deleted_at = $1 FROM selected c
      WHERE t.workspace_id = c.workspace_id AND t.id = c.id`,
      [now],
    ),
    statementStep(
      "workspaceFiles",
      ROWS_PER_BATCH,
      `WITH selected AS MATERIALIZED (
        SELECT o.workspace_id, o.id FROM objects o
        WHERE o.workspace_id IN (${DELETED}) AND o.status <> 'deleting'
        LIMIT ${ROWS_PER_BATCH} FOR UPDATE OF o SKIP LOCKED
      )
      UPDATE objects t SET status = 'deleting' FROM selected c
      WHERE t.workspace_id = c.workspace_id AND t.id = c.id`,
    ),
    ...BATCHED.map(({ name, table, only = "true" }) =>
      statementStep(
        name,
        ROWS_PER_BATCH,
        deleting(
          table,
          `SELECT t.workspace_id, t.id FROM ${table} t
          WHERE t.workspace_id IN (${DELETED}) AND ${only}
          LIMIT ${ROWS_PER_BATCH} FOR UPDATE OF t SKIP LOCKED`,
        ),
      ),
    ),
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

/** Deletes the rows whose keys a query selects. The query runs once, so its LIMIT and locks hold. */
function deleting(table: string, keys: string): string {
  return `WITH selected AS MATERIALIZED (${keys})
    DELETE FROM ${table} t USING selected c WHERE t.workspace_id = c.workspace_id AND t.id = c.id`;
}

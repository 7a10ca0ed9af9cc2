import { type Db, pool, transaction } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { batchStep, type MaintenanceStep } from "#lib/jobs/maintenance/step";
import { deleteLocked, type LockedKey } from "#lib/submissions/delete-submissions";

const MESSAGES_PER_BATCH = 200;
const FORMS_PER_BATCH = 20;
const WORKSPACES_PER_BATCH = 20;
const ROWS_PER_BATCH = 1000;
/** A request that began before a webhook or workspace was deleted may still refer to the row. */
const KEPT_MS = 3_600_000;

/** Messages past their retention; they have been unreachable since then. */
export function expiredMessagesStep(now: Date): MaintenanceStep {
  return batchStep("messages", MESSAGES_PER_BATCH, () =>
    deleteWhere(Prisma.sql`s.expires_at <= ${now} ORDER BY s.expires_at`, now),
  );
}

/** Spam that arrived, or was moved to spam, longer ago than its form keeps it. */
export function oldSpamStep(now: Date): MaintenanceStep {
  const keptSince = Prisma.sql`${now}::timestamptz - f.spam_retention_days * interval '1 day'`;
  return batchStep("spam", MESSAGES_PER_BATCH, () =>
    deleteWhere(
      Prisma.sql`(s.workspace_id, s.id) IN (
      SELECT old.workspace_id, old.id FROM forms f CROSS JOIN LATERAL (
        SELECT m.workspace_id, m.id FROM submissions m
        WHERE m.workspace_id = f.workspace_id AND m.form_id = f.id AND m.folder = 'spam'
          AND m.received_at <= ${keptSince} AND (m.spam_at IS NULL OR m.spam_at <= ${keptSince})
        LIMIT ${MESSAGES_PER_BATCH}
      ) old WHERE f.spam_retention_days IS NOT NULL)`,
      now,
    ),
  );
}

/** Messages of deleted forms; they have been unreachable since the form was deleted. */
export function messagesOfDeletedFormsStep(now: Date): MaintenanceStep {
  return batchStep("formMessages", MESSAGES_PER_BATCH, () =>
    deleteWhere(
      Prisma.sql`(s.workspace_id, s.form_id) IN (
        SELECT workspace_id, id FROM forms WHERE deleted_at IS NOT NULL)`,
      now,
    ),
  );
}

/** Deleted forms that have no message left. */
export function deletedFormsStep(): MaintenanceStep {
  return batchStep(
    "forms",
    FORMS_PER_BATCH,
    deleteRows(
      "forms",
      `SELECT workspace_id, id FROM forms f WHERE deleted_at IS NOT NULL AND NOT EXISTS (
        SELECT FROM submissions s WHERE s.workspace_id = f.workspace_id AND s.form_id = f.id
      ) ORDER BY deleted_at LIMIT ${FORMS_PER_BATCH} FOR UPDATE SKIP LOCKED`,
    ),
  );
}

async function deleteWhere(which: Prisma.Sql, now: Date): Promise<number> {
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

/** Deliveries of deleted webhooks with their attempts; they have been unreachable since then. */
export function deliveriesOfDeletedWebhooksStep(): MaintenanceStep {
  return batchStep(
    "webhookDeliveries",
    ROWS_PER_BATCH,
    deleteRows(
      "deliveries",
      `SELECT d.workspace_id, d.id FROM webhooks w
      JOIN deliveries d ON d.workspace_id = w.workspace_id AND d.webhook_id = w.id
      WHERE w.deleted_at IS NOT NULL LIMIT ${ROWS_PER_BATCH} FOR UPDATE OF d SKIP LOCKED`,
    ),
  );
}

/** Deleted webhooks that have no delivery left. */
export function deletedWebhooksStep(now: Date): MaintenanceStep {
  return batchStep(
    "webhooks",
    ROWS_PER_BATCH,
    deleteRows(
      "webhooks",
      `SELECT workspace_id, id FROM webhooks w WHERE deleted_at <= $1 AND NOT EXISTS (
        SELECT FROM deliveries d WHERE d.workspace_id = w.workspace_id AND d.webhook_id = w.id
      ) ORDER BY deleted_at LIMIT ${ROWS_PER_BATCH} FOR UPDATE SKIP LOCKED`,
      [new Date(now.getTime() - KEPT_MS)],
    ),
  );
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
 * Deleted workspaces, which have been unreachable since then: forms that were created during the
 * deletion, files, email; messages are deleted with their forms. The workspaces themselves come last.
 */
export function deletedWorkspacesSteps(now: Date): MaintenanceStep[] {
  return [
    batchStep("workspaceForms", ROWS_PER_BATCH, () =>
      changeRows(
        "UPDATE forms t SET deleted_at = $1",
        `SELECT f.workspace_id, f.id FROM workspaces w JOIN forms f ON f.workspace_id = w.id
        WHERE w.deleted_at IS NOT NULL AND f.deleted_at IS NULL
        LIMIT ${ROWS_PER_BATCH} FOR UPDATE OF f SKIP LOCKED`,
        [now],
      ),
    ),
    batchStep("workspaceFiles", ROWS_PER_BATCH, () =>
      changeRows(
        "UPDATE objects t SET status = 'deleting'",
        `SELECT o.workspace_id, o.id FROM objects o
        WHERE o.workspace_id IN (${DELETED}) AND o.status <> 'deleting'
        LIMIT ${ROWS_PER_BATCH} FOR UPDATE OF o SKIP LOCKED`,
      ),
    ),
    ...BATCHED.map(({ name, table, only = "true" }) =>
      batchStep(
        name,
        ROWS_PER_BATCH,
        deleteRows(
          table,
          `SELECT t.workspace_id, t.id FROM ${table} t
          WHERE t.workspace_id IN (${DELETED}) AND ${only}
          LIMIT ${ROWS_PER_BATCH} FOR UPDATE OF t SKIP LOCKED`,
        ),
      ),
    ),
    batchStep("workspaces", WORKSPACES_PER_BATCH, async () => {
      const { rowCount } = await pool().query(
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
      );
      return rowCount ?? 0;
    }),
  ];
}

/** Changes the rows `t` whose keys a query chooses. The query runs once, so its LIMIT and locks hold. */
async function changeRows(change: string, keys: string, values: unknown[] = []): Promise<number> {
  const source = change.startsWith("DELETE") ? "USING" : "FROM";
  const { rowCount } = await pool().query(
    `WITH selected AS MATERIALIZED (${keys})
    ${change} ${source} selected c WHERE t.workspace_id = c.workspace_id AND t.id = c.id`,
    values,
  );
  return rowCount ?? 0;
}

function deleteRows(table: string, keys: string, values?: unknown[]): () => Promise<number> {
  return () => changeRows(`DELETE FROM ${table} t`, keys, values);
}

import { db, pool, transaction } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { batchStep, type MaintenanceStep } from "#lib/jobs/maintenance/step";
import { deleteLocked } from "#lib/submissions/delete-submissions";

const MESSAGES_PER_BATCH = 200;
const FORMS_PER_BATCH = 20;
const WORKSPACES_PER_BATCH = 20;
const ROWS_PER_BATCH = 1000;
/** A request that began before a webhook or workspace was deleted may still refer to the row. */
const KEPT_MS = 3_600_000;

/** Messages past their retention; they have been unreachable since then. */
export function expiredMessagesStep(now: Date): MaintenanceStep {
  return batchStep("messages", MESSAGES_PER_BATCH, () =>
    deleteWhere(Prisma.sql`s.expires_at <= ${now} ORDER BY s.expires_at`),
  );
}

/** Messages of deleted forms; they have been unreachable since the form was deleted. */
export function messagesOfDeletedFormsStep(): MaintenanceStep {
  return batchStep("formMessages", MESSAGES_PER_BATCH, () =>
    deleteWhere(Prisma.sql`s.form_id IN (SELECT id FROM forms WHERE deleted_at IS NOT NULL)`),
  );
}

/** Deleted forms that have no message left. */
export function deletedFormsStep(): MaintenanceStep {
  return batchStep(
    "forms",
    FORMS_PER_BATCH,
    () => db().$executeRaw`
      DELETE FROM forms WHERE id IN (
        SELECT id FROM forms f WHERE deleted_at IS NOT NULL
          AND NOT EXISTS (SELECT FROM submissions WHERE form_id = f.id)
        ORDER BY deleted_at LIMIT ${FORMS_PER_BATCH} FOR UPDATE SKIP LOCKED
      )`,
  );
}

function deleteWhere(which: Prisma.Sql): Promise<number> {
  return transaction(async (tx) => {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT s.id FROM submissions s WHERE ${which}
      LIMIT ${MESSAGES_PER_BATCH} FOR UPDATE OF s SKIP LOCKED`;
    const ids = rows.map(({ id }) => id);
    return (await deleteLocked(tx, ids)).messages;
  });
}

/** Deliveries of deleted webhooks with their attempts; they have been unreachable since then. */
export function deliveriesOfDeletedWebhooksStep(): MaintenanceStep {
  return batchStep("webhookDeliveries", ROWS_PER_BATCH, async () => {
    const { rowCount } = await pool().query(
      `DELETE FROM webhook_deliveries WHERE id = ANY (ARRAY (
        SELECT d.id FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id
        WHERE w.deleted_at IS NOT NULL LIMIT ${ROWS_PER_BATCH} FOR UPDATE OF d SKIP LOCKED
      ))`,
    );
    return rowCount ?? 0;
  });
}

/** Deleted webhooks that have no delivery left. */
export function deletedWebhooksStep(now: Date): MaintenanceStep {
  return batchStep("webhooks", ROWS_PER_BATCH, async () => {
    const { rowCount } = await pool().query(
      `DELETE FROM webhooks WHERE id IN (
        SELECT id FROM webhooks w WHERE deleted_at <= $1
          AND NOT EXISTS (SELECT FROM webhook_deliveries WHERE webhook_id = w.id)
        ORDER BY deleted_at LIMIT ${ROWS_PER_BATCH} FOR UPDATE SKIP LOCKED
      )`,
      [new Date(now.getTime() - KEPT_MS)],
    );
    return rowCount ?? 0;
  });
}

const DELETED = "SELECT id FROM workspaces WHERE deleted_at IS NOT NULL";

/** What is deleted in batches before its workspace, which deletes the rest by cascade. */
const BATCHED = [
  { name: "workspaceOutbox", table: "outbox" },
  { name: "workspaceCapturedMails", table: "captured_emails" },
  { name: "workspaceSearchParts", table: "search_parts" },
  // The others are deleted with their messages.
  { name: "workspaceMails", table: "email_deliveries", only: "t.submission_id IS NULL" },
];

/**
 * Deleted workspaces, which have been unreachable since then: forms that were created during the
 * deletion, files, email; messages are deleted with their forms. The workspaces themselves come last.
 */
export function deletedWorkspacesSteps(now: Date): MaintenanceStep[] {
  const run = async (sql: string, values: unknown[] = []) =>
    (await pool().query(sql, values)).rowCount ?? 0;
  return [
    batchStep("workspaceForms", ROWS_PER_BATCH, () =>
      run(
        `UPDATE forms SET deleted_at = $1 WHERE id = ANY (ARRAY (
          SELECT f.id FROM workspaces w JOIN forms f ON f.workspace_id = w.id
          WHERE w.deleted_at IS NOT NULL AND f.deleted_at IS NULL
          LIMIT ${ROWS_PER_BATCH} FOR UPDATE OF f SKIP LOCKED
        ))`,
        [now],
      ),
    ),
    batchStep("workspaceFiles", ROWS_PER_BATCH, () =>
      run(`UPDATE objects SET status = 'deleting' WHERE id = ANY (ARRAY (
        SELECT o.id FROM objects o
        WHERE o.workspace_id IN (${DELETED}) AND o.status <> 'deleting'
        LIMIT ${ROWS_PER_BATCH} FOR UPDATE OF o SKIP LOCKED
      ))`),
    ),
    ...BATCHED.map(({ name, table, only = "true" }) =>
      batchStep(name, ROWS_PER_BATCH, () =>
        run(`DELETE FROM ${table} WHERE id = ANY (ARRAY (
          SELECT t.id FROM ${table} t WHERE t.workspace_id IN (${DELETED}) AND ${only}
          LIMIT ${ROWS_PER_BATCH} FOR UPDATE OF t SKIP LOCKED
        ))`),
      ),
    ),
    batchStep("workspaces", WORKSPACES_PER_BATCH, () =>
      run(
        `DELETE FROM workspaces WHERE id = ANY (ARRAY (
          SELECT w.id FROM workspaces w WHERE w.deleted_at <= $1
            AND NOT EXISTS (SELECT FROM forms WHERE workspace_id = w.id)
            AND NOT EXISTS (SELECT FROM objects WHERE workspace_id = w.id)
            AND NOT EXISTS (SELECT FROM captured_emails WHERE workspace_id = w.id)
            AND NOT EXISTS (SELECT FROM email_deliveries WHERE workspace_id = w.id)
            AND NOT EXISTS (SELECT FROM outbox WHERE workspace_id = w.id)
          ORDER BY w.deleted_at LIMIT ${WORKSPACES_PER_BATCH} FOR UPDATE OF w SKIP LOCKED
        ))`,
        [new Date(now.getTime() - KEPT_MS)],
      ),
    ),
  ];
}

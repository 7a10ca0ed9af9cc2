import { pool } from "#lib/db/database";
import { batchStep, type MaintenanceStep } from "#lib/jobs/maintenance/step";

const ROWS_PER_BATCH = 1000;
const WORKSPACES_PER_BATCH = 20;
/** A request that was authenticated before the deletion may still write something. */
const KEPT_MS = 3_600_000;

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

import { MAX_AUDIT_ENTRIES } from "#lib/audit/schema";
import { pool } from "#lib/db/database";
import type { MaintenanceStep } from "#lib/jobs/maintenance/step";

const ROWS_PER_BATCH = 1000;
/** A log that nothing was added to since then hasn't grown. */
const RECENT_MS = 7 * 86_400_000;

/**
 * Entries beyond the limit of a workspace: the oldest of the action that has the most. Someone who
 * floods the log with one action only pushes out that action (docs/decisions/0042).
 */
export function capAuditLogStep(now: Date, maxEntries = MAX_AUDIT_ENTRIES): MaintenanceStep {
  const since = new Date(now.getTime() - RECENT_MS);
  return {
    name: "excessAuditEntries",
    runBatch: async () => {
      const { rowCount } = await pool().query(
        `WITH overfull AS MATERIALIZED (
          SELECT w.workspace_id
          FROM (SELECT DISTINCT workspace_id FROM audit_entries WHERE at > $1) w
          WHERE EXISTS (
            SELECT FROM audit_entries e WHERE e.workspace_id = w.workspace_id
            ORDER BY at DESC, id DESC OFFSET $2
          )
          LIMIT 1
        ), most AS MATERIALIZED (
          SELECT workspace_id, action,
            least(sum(count(*)) OVER () - $2, $3)::int AS excess
          FROM audit_entries WHERE workspace_id IN (SELECT workspace_id FROM overfull)
          GROUP BY workspace_id, action ORDER BY count(*) DESC, action LIMIT 1
        ), selected AS MATERIALIZED (
          -- Without row locks: of two runs at once, the second finds these rows gone and takes no others.
          SELECT e.workspace_id, e.id FROM most CROSS JOIN LATERAL (
            SELECT workspace_id, id FROM audit_entries
            WHERE workspace_id = most.workspace_id AND action = most.action
            ORDER BY at, id LIMIT most.excess
          ) e
        )
        DELETE FROM audit_entries a USING selected s
        WHERE a.workspace_id = s.workspace_id AND a.id = s.id`,
        [since, maxEntries, ROWS_PER_BATCH],
      );
      const count = rowCount ?? 0;
      return { count, isDone: count === 0 };
    },
  };
}

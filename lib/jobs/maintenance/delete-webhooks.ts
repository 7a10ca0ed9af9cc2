import { pool } from "#lib/db/database";
import { batchStep, type MaintenanceStep } from "#lib/jobs/maintenance/step";

const ROWS_PER_BATCH = 1000;
/** A submission that is accepted while its webhook is deleted may still refer to the row. */
const KEPT_MS = 3_600_000;

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

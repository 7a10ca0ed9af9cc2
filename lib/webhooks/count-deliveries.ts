import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";

/** Counting stops here: a page that says "more than" says enough. */
export const MAX_COUNTED = 10_000;

export type DeliveryCounts = {
  /** Kept deliveries; {@link MAX_COUNTED} stands for that many or more. */
  kept: number;
  /** Of them, those that have not left for good: queued, under way, or waiting for another attempt. */
  waiting: number;
};

/** What goes with a form's webhook when it is changed or deleted. Nothing where there is none. */
export async function countDeliveries(ctx: Context, formId: string): Promise<DeliveryCounts> {
  const [row] = await db().$queryRaw<{ kept: bigint; waiting: bigint }[]>`
    SELECT
      (SELECT count(*) FROM (
        SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id LIMIT ${MAX_COUNTED}
      ) kept) AS kept,
      (SELECT count(*) FROM (
        SELECT FROM outbox o
        WHERE o.kind = 'webhook' AND o.workspace_id = w.workspace_id AND o.lane = w.id
        LIMIT ${MAX_COUNTED}
      ) waiting) AS waiting
    FROM webhooks w
    WHERE w.form_id = ${formId}::uuid AND w.workspace_id = ${ctx.workspaceId}::uuid
      AND w.deleted_at IS NULL`;
  return { kept: Number(row?.kept ?? 0), waiting: Number(row?.waiting ?? 0) };
}

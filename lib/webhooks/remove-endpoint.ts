import type { Context } from "#lib/core/context";
import { byId, type Db } from "#lib/db/database";
import { cancelWebhookEvents } from "#lib/deliveries/queue";

/** Deliveries deleted at once; maintenance deletes the rest. */
const DELETED_AT_ONCE = 1_000;

/**
 * Deletes a form's webhook or a destination with its URL and secrets, and cancels its events. It's
 * unreachable when the transaction ends. The caller holds the form's row.
 */
export async function removeEndpoint(tx: Db, ctx: Context, id: string): Promise<void> {
  await tx.webhook.update({
    where: byId(ctx, id),
    data: {
      deletedAt: ctx.now,
      url: "",
      sealedUrl: null,
      sealedSecret: null,
      sealedOldSecret: null,
      oldSecretUntil: null,
    },
  });
  await cancelWebhookEvents(tx, ctx, id);
}

/** Deletes deliveries of a removed endpoint with their attempts, as many as one statement may. */
export async function deleteDeliveries(tx: Db, ctx: Context, id: string): Promise<void> {
  await tx.$executeRaw`
    WITH selected AS MATERIALIZED (
      SELECT workspace_id, id FROM deliveries
      WHERE workspace_id = ${ctx.workspaceId}::uuid AND webhook_id = ${id}::uuid
      LIMIT ${DELETED_AT_ONCE}
    )
    DELETE FROM deliveries d USING selected c
    WHERE d.workspace_id = c.workspace_id AND d.id = c.id`;
}

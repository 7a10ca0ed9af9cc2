import { byId, type Db, db, pool } from "#lib/adapters/db/database";
import type { Webhook as WebhookRow } from "#lib/adapters/db/generated/client";
import { type Columns, queryRows } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { cancelWebhookEvents } from "#lib/domain/deliveries/cancel";
import { EventEndpoint } from "#lib/domain/endpoints/plan-events";
import { Webhook } from "#lib/domain/endpoints/schema";
import { requireForm } from "#lib/domain/forms/store";

export type { WebhookRow };

export function toHealth(health: string | null): Webhook["health"] {
  return Webhook.shape.health.parse(health);
}

const StoredWebhook = Webhook.strip();

export function toWebhook(row: WebhookRow): Webhook {
  const times = { createdAt: row.createdAt.getTime(), updatedAt: row.updatedAt.getTime() };
  return StoredWebhook.parse({ ...row, ...times });
}

/** A row as planning reads it. */
export function toEndpoint(row: WebhookRow): EventEndpoint {
  return EventEndpoint.parse(row);
}

/**
 * Returns the target that the limits of tests and replays are counted for: a host within the workspace, so that neither
 * another form nor deleting and recreating an endpoint resets them. The hosts of chat services are shared by everyone,
 * so their target is the (masked) URL.
 */
export function targetOf({
  workspaceId,
  kind,
  url,
}: Pick<WebhookRow, "workspaceId" | "kind" | "url">): string {
  return `${workspaceId}:${kind === "webhook" ? new URL(url).host : url}`;
}

/** Returns the bucket that counts the tests of an endpoint. */
export function testBucket(endpoint: Parameters<typeof targetOf>[0]): string {
  return `webhook-test:${targetOf(endpoint)}`;
}

/** An endpoint's ID among a form's destinations; null for the form's webhook. */
export type DestinationId = string | null;

/**
 * Finds the webhook of a form of this workspace, or one of its destinations; null if there's none.
 */
export async function findWebhook(
  tx: Db,
  ctx: Context,
  formId: string,
  destinationId: DestinationId = null,
): Promise<WebhookRow | null> {
  if (!isId(formId) || (destinationId !== null && !isId(destinationId))) return null;
  return tx.webhook.findFirst({
    where: {
      id: destinationId ?? undefined,
      workspaceId: ctx.workspaceId,
      formId,
      isFormWebhook: destinationId === null,
      deletedAt: null,
      form: { deletedAt: null },
    },
  });
}

/** @throws {AppError} webhook_not_configured; not_found for a destination */
export function requireConfigured(
  webhook: WebhookRow | null,
  destinationId: DestinationId = null,
): WebhookRow {
  if (webhook) return webhook;
  if (destinationId !== null) throw notFound();
  throw new AppError("webhook_not_configured", "This form has no webhook. Create one first.");
}

/**
 * Locks the rows of the webhook and the destinations of a form until the transaction ends, and returns
 * them, oldest first.
 *
 * @throws {AppError} not_found when there is no such form
 */
export async function lockEndpoints(tx: Db, ctx: Context, formId: string): Promise<WebhookRow[]> {
  if (!isId(formId)) throw notFound();
  await tx.$executeRaw`
    SELECT FROM webhooks
    WHERE workspace_id = ${ctx.workspaceId}::uuid AND form_id = ${formId}::uuid
      AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE`;
  const endpoints = await findEndpoints(tx, ctx, formId);
  // Checked last: a form that was just deleted must not look like one without endpoints.
  await requireForm(tx, ctx, formId);
  return endpoints;
}

/**
 * Locks the webhook of a form, or one of its destinations, as {@link lockEndpoints} does, so that nothing
 * is queued for it while its revision changes.
 *
 * @throws {AppError} not_found when there is no such form or destination; webhook_not_configured
 */
export async function lockWebhook(
  tx: Db,
  ctx: Context,
  formId: string,
  destinationId: DestinationId = null,
): Promise<WebhookRow> {
  const endpoints = await lockEndpoints(tx, ctx, formId);
  const found = endpoints.find(({ id, isFormWebhook }) =>
    destinationId === null ? isFormWebhook : !isFormWebhook && id === destinationId,
  );
  return requireConfigured(found ?? null, destinationId);
}

/** Finds the webhook and the destinations of a form, oldest first. */
export function findEndpoints(tx: Db, ctx: Context, formId: string): Promise<WebhookRow[]> {
  return tx.webhook.findMany({
    where: { workspaceId: ctx.workspaceId, formId, deletedAt: null, form: { deletedAt: null } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

/** The state of an endpoint, for the dashboard. Times are epoch milliseconds. */
export type WebhookState = NonNullable<Awaited<ReturnType<typeof getWebhookState>>>;

const MAX_LATEST = 50;

type StateRow = {
  url: string;
  enabled: boolean;
  health: string;
  failuresInRow: number;
  failingSince: Date | null;
  lastDeliveredAt: Date | null;
};
const STATE: Columns<StateRow> = {
  url: "text",
  enabled: "bool",
  health: "text",
  failuresInRow: "int4",
  failingSince: "timestamptz",
  lastDeliveredAt: "timestamptz",
};

/**
 * Returns the state of a form's webhook; null if it has none. Reads its latest deliveries, at most
 * 50.
 */
export async function getWebhookState(ctx: Context, formId: string) {
  const [row] = await queryRows<StateRow>(pool(), STATE)`
    SELECT w.url, w.enabled, w.health, w.failures_in_row AS "failuresInRow",
      w.failing_since AS "failingSince", (
        SELECT max(last_attempt_at) FROM (
          SELECT d.status, d.last_attempt_at FROM deliveries d
          WHERE d.workspace_id = w.workspace_id AND d.webhook_id = w.id
          ORDER BY d.created_at DESC, d.id DESC LIMIT ${MAX_LATEST}
        ) latest WHERE status = 'delivered'
      ) AS "lastDeliveredAt"
    FROM webhooks w JOIN forms f ON f.workspace_id = w.workspace_id AND f.id = w.form_id
    WHERE w.workspace_id = ${ctx.workspaceId}::uuid AND w.form_id = ${formId}::uuid
      AND w.is_form_webhook AND w.deleted_at IS NULL AND f.deleted_at IS NULL`;
  if (!row) return null;
  return {
    ...row,
    health: toHealth(row.health),
    failingSince: row.failingSince?.getTime() ?? null,
    /** The last success among the webhook's latest deliveries; null if there was none. */
    lastDeliveredAt: row.lastDeliveredAt?.getTime() ?? null,
  };
}

/** Returns the webhook of a form without its secret, or null. @throws {AppError} not_found */
export async function getWebhook(ctx: Context, formId: string): Promise<Webhook | null> {
  const row = await findWebhook(db(), ctx, formId);
  if (row) return toWebhook(row);
  await requireForm(db(), ctx, formId);
  return null;
}

/** How many deliveries are deleted immediately; maintenance deletes the rest. */
const DELETED_AT_ONCE = 1_000;

/** The columns of a deleted endpoint, so that nothing can be sent to it. */
export const CLEARED_COLUMNS = {
  url: "",
  sealedUrl: null,
  sealedSecret: null,
  sealedOldSecret: null,
  oldSecretUntil: null,
  headers: [],
  sealedHeaders: null,
};

/**
 * Deletes a form's webhook or a destination with its URL and secrets, and cancels its events. It's
 * unreachable when the transaction ends. Call it while the form's row is locked.
 */
export async function removeEndpoint(tx: Db, ctx: Context, id: string): Promise<void> {
  await tx.webhook.update({
    where: byId(ctx, id),
    data: { deletedAt: ctx.now, ...CLEARED_COLUMNS },
  });
  await cancelWebhookEvents(tx, ctx, id);
}

/**
 * Deletes deliveries of a removed endpoint with their attempts, up to the limit of one statement.
 */
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

import { type Db, db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { Destination, type ListDestinationsQuery } from "#lib/domain/endpoints/destination-schema";
import { WebhookAttempt, WebhookDeliveryItem } from "#lib/domain/endpoints/schema";
import { findWebhook, requireConfigured, type WebhookRow } from "#lib/domain/endpoints/store";
import { requireForm } from "#lib/domain/forms/store";

const StoredDestination = Destination.strip();

export function toDestination(row: WebhookRow): Destination {
  const times = { createdAt: row.createdAt.getTime(), updatedAt: row.updatedAt.getTime() };
  return StoredDestination.parse({ ...row, ...times });
}

/** A form's destinations, oldest first. @throws {AppError} not_found */
export async function listDestinations(
  ctx: Context,
  formId: string,
  { kind, source, url }: ListDestinationsQuery = {},
): Promise<Destination[]> {
  await requireForm(db(), ctx, formId);
  const rows = await db().webhook.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      formId,
      isFormWebhook: false,
      deletedAt: null,
      source,
      AND: [
        { kind },
        url === undefined ? {} : { kind: "webhook", url: URL.parse(url)?.href ?? url },
      ],
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(toDestination);
}

/** @throws {AppError} not_found */
export async function getDestination(
  ctx: Context,
  formId: string,
  destinationId: string,
): Promise<Destination> {
  return toDestination(await requireDestination(db(), ctx, formId, destinationId));
}

/** A destination of a form of this workspace. @throws {AppError} not_found */
export async function requireDestination(
  tx: Db,
  ctx: Context,
  formId: string,
  destinationId: string,
): Promise<WebhookRow> {
  return requireConfigured(await findWebhook(tx, ctx, formId, destinationId), destinationId);
}

/** A destination with its latest delivery and test, for the dashboard. Null before the first ones. */
export type DestinationState = Awaited<ReturnType<typeof listDestinationStates>>[number];

type Row = {
  webhookId: string;
  id: string;
  status: string;
  createdAt: Date;
  nextAttemptAt: Date | null;
  outcome: string | null;
  responseStatus: number | null;
  lastTestAt: Date | null;
};

/** A form's destinations, oldest first. @throws {AppError} not_found */
export async function listDestinationStates(ctx: Context, formId: string) {
  const destinations = await listDestinations(ctx, formId);
  const rows = await db().$queryRaw<Row[]>`
    SELECT w.id AS "webhookId", d.id, d.status, d.created_at AS "createdAt",
      d.next_attempt_at AS "nextAttemptAt", a.outcome, a.response_status AS "responseStatus",
      (SELECT max(at) FROM counted_events WHERE bucket = 'webhook-test:' || w.id) AS "lastTestAt"
    FROM webhooks w CROSS JOIN LATERAL (
      SELECT id, status, created_at, next_attempt_at, attempt_count FROM deliveries
      WHERE workspace_id = w.workspace_id AND webhook_id = w.id
      ORDER BY created_at DESC, id DESC LIMIT 1
    ) d
    LEFT JOIN attempts a ON a.workspace_id = w.workspace_id AND a.delivery_id = d.id
      AND a.number = d.attempt_count
    WHERE w.workspace_id = ${ctx.workspaceId}::uuid AND w.form_id = ${formId}::uuid
      AND w.deleted_at IS NULL AND NOT w.is_form_webhook`;
  return destinations.map((destination) => {
    const row = rows.find(({ webhookId }) => webhookId === destination.id);
    if (!row) return { ...destination, latest: null, lastTestAt: null };
    const latest = {
      id: row.id,
      status: WebhookDeliveryItem.shape.status.parse(row.status),
      createdAt: row.createdAt.getTime(),
      nextAttemptAt: row.nextAttemptAt?.getTime() ?? null,
      lastAttempt:
        row.outcome === null
          ? null
          : {
              outcome: WebhookAttempt.shape.outcome.parse(row.outcome),
              responseStatus: row.responseStatus,
            },
    };
    return { ...destination, latest, lastTestAt: row.lastTestAt?.getTime() ?? null };
  });
}

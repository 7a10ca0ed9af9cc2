import { type Db, db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { Destination, type ListDestinationsQuery } from "#lib/domain/endpoints/destination-schema";
import { WebhookAttempt, WebhookDeliveryItem } from "#lib/domain/endpoints/schema";
import {
  findEndpoints,
  findWebhook,
  requireConfigured,
  testBucket,
  type WebhookRow,
} from "#lib/domain/endpoints/store";
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
  if (!isId(formId)) throw notFound();
  const rows = await db().webhook.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      formId,
      form: { deletedAt: null },
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
  if (rows.length === 0) await requireForm(db(), ctx, formId);
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

/** A form’s webhook or a destination with its latest delivery and test, for the dashboard. Both are null at first. */
export type IntegrationState = Awaited<ReturnType<typeof listIntegrations>>[number];

type Row = {
  webhookId: string;
  id: string;
  status: string;
  createdAt: Date;
  nextAttemptAt: Date | null;
  outcome: string | null;
  responseStatus: number | null;
};

/**
 * Lists where a form's messages are sent besides email: its webhook, then its destinations, oldest first. @throws
 * {AppError} not_found
 */
export async function listIntegrations(ctx: Context, formId: string) {
  await requireForm(db(), ctx, formId);
  const endpoints = await findEndpoints(db(), ctx, formId);
  const rows = await db().$queryRaw<Row[]>`
    SELECT w.id AS "webhookId", d.id, d.status, d.created_at AS "createdAt",
      d.next_attempt_at AS "nextAttemptAt", a.outcome, a.response_status AS "responseStatus"
    FROM webhooks w CROSS JOIN LATERAL (
      SELECT id, status, created_at, next_attempt_at, attempt_count FROM deliveries
      WHERE workspace_id = w.workspace_id AND webhook_id = w.id
      ORDER BY created_at DESC, id DESC LIMIT 1
    ) d
    LEFT JOIN attempts a ON a.workspace_id = w.workspace_id AND a.delivery_id = d.id
      AND a.number = d.attempt_count
    WHERE w.workspace_id = ${ctx.workspaceId}::uuid AND w.form_id = ${formId}::uuid
      AND w.deleted_at IS NULL`;
  const tests = await db().countedEvent.groupBy({
    by: "bucket",
    where: { bucket: { in: endpoints.map(testBucket) } },
    _max: { at: true },
  });
  const isFirst = ({ isFormWebhook }: WebhookRow) => (isFormWebhook ? 0 : 1);
  return endpoints
    .toSorted((one, other) => isFirst(one) - isFirst(other))
    .map((endpoint) => {
      const bucket = testBucket(endpoint);
      const lastTest = tests.find((test) => test.bucket === bucket)?._max.at;
      return {
        ...toDestination(endpoint),
        isFormWebhook: endpoint.isFormWebhook,
        latest: toLatest(rows.find(({ webhookId }) => webhookId === endpoint.id)),
        lastTestAt: lastTest?.getTime() ?? null,
      };
    });
}

function toLatest(row: Row | undefined) {
  if (!row) return null;
  const { id, outcome, responseStatus } = row;
  return {
    id,
    status: WebhookDeliveryItem.shape.status.parse(row.status),
    createdAt: row.createdAt.getTime(),
    nextAttemptAt: row.nextAttemptAt?.getTime() ?? null,
    lastAttempt:
      outcome === null
        ? null
        : { outcome: WebhookAttempt.shape.outcome.parse(outcome), responseStatus },
  };
}

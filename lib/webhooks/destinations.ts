import type { Context } from "#lib/core/context";
import { type Db, db } from "#lib/db/database";
import { requireForm } from "#lib/forms/store";
import type {
  Destination,
  EventType,
  ListDestinationsQuery,
} from "#lib/webhooks/destination-schema";
import { findWebhook, requireConfigured, toEndpoint, type WebhookRow } from "#lib/webhooks/store";

export function toDestination(row: WebhookRow): Destination {
  const { id, kind, enabled, revision, health, conditions, content, events } = toEndpoint(row);
  return {
    id,
    kind,
    name: row.name,
    url: row.url,
    enabled,
    events: [...events] satisfies EventType[],
    conditions,
    content,
    source: row.source,
    revision,
    health,
    createdAt: row.createdAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
  };
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
      AND: [
        kind === undefined ? {} : { kind },
        source === undefined ? {} : { source },
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
  await requireForm(tx, ctx, formId);
  return requireConfigured(await findWebhook(tx, ctx, formId, destinationId), destinationId);
}

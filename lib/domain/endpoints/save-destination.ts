import { byId, type Db, transaction } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { HOUR_MS } from "#lib/core/durations";
import { AppError, rejectInvalid, requireRevision } from "#lib/core/errors";
import { type IdempotencyKey, idUnderKey, newId } from "#lib/core/ids";
import { decryptSecret, encryptSecret } from "#lib/core/secrets";
import { requireConfirmedSender } from "#lib/domain/access/access-locks";
import { describeChanges, recordAudit } from "#lib/domain/audit/record-audit";
import { maskUrl } from "#lib/domain/endpoints/chats/kinds";
import { headerColumns, loggedHeaders } from "#lib/domain/endpoints/custom-headers";
import {
  type CreateDestinationInput,
  type CreatedDestination,
  type Destination,
  type DestinationWithSecret,
  MAX_DESTINATIONS,
  parseForKind,
  type RotateDestinationSecretInput,
  type UpdateDestinationInput,
} from "#lib/domain/endpoints/destination-schema";
import { requireDestination, toDestination } from "#lib/domain/endpoints/destinations";
import { makeSigningSecret } from "#lib/domain/endpoints/signature";
import { deleteDeliveries, removeEndpoint, type WebhookRow } from "#lib/domain/endpoints/store";
import { rejectHoneypotRules } from "#lib/domain/forms/routing/routing";
import { lockChangedForm } from "#lib/domain/forms/store";

type Row = { workspaceId: string; id: string };

/** The path of conditions in a request. */
const RULES = "conditions.rules";

/** Returns the columns of a new URL, with the health reset. The URLs of services are secrets. */
function urlColumns(row: Row, kind: string, url: string) {
  const fresh = { health: "unknown", failuresInRow: 0, failingSince: null };
  if (kind === "webhook") return { url, ...fresh };
  return { url: maskUrl(url), sealedUrl: encryptSecret("destination_url", row, url), ...fresh };
}

/** Returns the loggable settings: only the host of a URL. */
function toLogged({ name, url, enabled, events, content, conditions, ...row }: WebhookRow) {
  const host = new URL(url).host;
  const own = loggedHeaders(row);
  return { name, url, host, enabled, events: events.join(", "), content, conditions, ...own };
}

const LOGGED = ["name", "host", "enabled", "events", "content", "headers"] as const;

/**
 * Adds a destination to a form. A webhook gets a signing secret, which is only returned here.
 *
 * @param key - a repeat with the same key returns the same destination
 * @throws {AppError} not_found; address_unconfirmed; validation_failed when a condition tests the honeypot;
 *   destination_limit_reached
 */
export async function createDestination(
  ctx: Context,
  formId: string,
  input: CreateDestinationInput,
  key?: IdempotencyKey,
): Promise<CreatedDestination> {
  return transaction(async (tx) => {
    const subject = await lockChangedForm(tx, ctx, formId);
    await requireConfirmedSender(tx, ctx);
    await rejectHoneypotRules(tx, ctx, formId, input.conditions?.rules ?? [], RULES);
    const id = key ? idUnderKey(ctx, `destination of ${formId}`, key) : newId();
    const where = { workspaceId: ctx.workspaceId, formId, isFormWebhook: false, deletedAt: null };
    const existing = await tx.webhook.findMany({ where });
    const repeated = existing.find((row) => row.id === id);
    if (repeated) return withSecret(repeated);
    if (existing.length >= MAX_DESTINATIONS)
      throw new AppError(
        "destination_limit_reached",
        `A form can have up to ${MAX_DESTINATIONS} destinations. Delete one first.`,
      );
    return withSecret(await insertDestination(tx, ctx, subject, id, input));
  });
}

/**
 * Stores a new destination of a form, with a signing secret if its kind has one. The caller has checked the form, its other
 * destinations, and who asks.
 */
export async function insertDestination(
  tx: Db,
  ctx: Context,
  form: { id: string; name: string },
  id: string,
  { url, conditions, headers, ...input }: CreateDestinationInput,
): Promise<WebhookRow> {
  const at = { workspaceId: ctx.workspaceId, id };
  const secret = input.kind === "webhook" ? makeSigningSecret() : null;
  const row = await tx.webhook.create({
    data: {
      ...at,
      ...input,
      ...urlColumns(at, input.kind, url),
      ...headerColumns(at, null, { url, headers }),
      formId: form.id,
      isFormWebhook: false,
      conditions: conditions ?? Prisma.DbNull,
      revision: newId(),
      sealedSecret: secret === null ? null : encryptSecret("webhook", at, secret),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    },
  });
  const { name, kind, source } = row;
  const { host, headers: names } = toLogged(row);
  const details = { name, kind, host, source, ...(names === "" ? {} : { headers: names }) };
  await recordAudit(tx, ctx, { action: "destination.created", subject: form, details });
  return row;
}

function withSecret(row: WebhookRow): CreatedDestination {
  const { sealedSecret } = row;
  if (!sealedSecret) return toDestination(row);
  return { ...toDestination(row), signingSecret: decryptSecret("webhook", row, sealedSecret) };
}

/**
 * Changes a destination. Pending events go to the new URL; they're only cancelled if the destination
 * is turned off.
 *
 * @throws {AppError} not_found; validation_failed for what doesn't fit its kind; revision_conflict
 */
export async function updateDestination(
  ctx: Context,
  formId: string,
  destinationId: string,
  input: UpdateDestinationInput,
): Promise<Destination> {
  return transaction(async (tx) => {
    const subject = await lockChangedForm(tx, ctx, formId);
    const current = await requireDestination(tx, ctx, formId, destinationId);
    const { url, problems } = parseForKind(toDestination(current).kind, input);
    rejectInvalid(problems);
    await rejectHoneypotRules(tx, ctx, formId, input.conditions?.rules ?? [], RULES);
    if (input.revision !== undefined) requireRevision(input.revision, current.revision);
    const { revision: _, url: __, conditions, headers, ...changes } = input;
    const row = await tx.webhook.update({
      where: byId(ctx, current.id),
      data: {
        ...changes,
        ...(conditions === undefined ? {} : { conditions: conditions ?? Prisma.DbNull }),
        ...(url === undefined ? {} : urlColumns(current, current.kind, url)),
        ...headerColumns(current, current, { url, headers }),
        revision: newId(),
        updatedAt: ctx.now,
      },
    });
    const details = describeChanges(toLogged(current), toLogged(row), [...LOGGED]);
    await recordAudit(tx, ctx, { action: "destination.updated", subject, details });
    return toDestination(row);
  });
}

/**
 * Replaces the signing secret of a webhook. For `overlapHours`, the old secret also signs.
 *
 * @throws {AppError} not_found; webhook_not_configured for other kinds
 */
export async function rotateDestinationSecret(
  ctx: Context,
  formId: string,
  destinationId: string,
  { overlapHours }: RotateDestinationSecretInput,
): Promise<DestinationWithSecret> {
  return transaction(async (tx) => {
    const subject = await lockChangedForm(tx, ctx, formId);
    const current = await requireDestination(tx, ctx, formId, destinationId);
    if (!current.sealedSecret)
      throw new AppError(
        "webhook_not_configured",
        "Only destinations of the kind webhook have a signing secret.",
      );
    const old = decryptSecret("webhook", current, current.sealedSecret);
    const signingSecret = makeSigningSecret();
    const isKept = overlapHours > 0;
    const row = await tx.webhook.update({
      where: byId(ctx, current.id),
      data: {
        sealedSecret: encryptSecret("webhook", current, signingSecret),
        sealedOldSecret: isKept ? encryptSecret("old_webhook", current, old) : null,
        oldSecretUntil: isKept ? new Date(ctx.now.getTime() + overlapHours * HOUR_MS) : null,
        revision: newId(),
        updatedAt: ctx.now,
      },
    });
    const details = { name: row.name, overlapHours };
    await recordAudit(tx, ctx, { action: "destination.secret_rotated", subject, details });
    return { ...toDestination(row), signingSecret };
  });
}

/**
 * Deletes a destination with its URL, secret, deliveries and attempts.
 *
 * @throws {AppError} not_found
 */
export async function deleteDestination(
  ctx: Context,
  formId: string,
  destinationId: string,
): Promise<void> {
  await transaction(async (tx) => {
    const subject = await lockChangedForm(tx, ctx, formId);
    const { id, name } = await requireDestination(tx, ctx, formId, destinationId);
    await removeEndpoint(tx, ctx, id);
    const details = { name };
    await recordAudit(tx, ctx, { action: "destination.deleted", subject, details });
    await deleteDeliveries(tx, ctx, id);
  });
}

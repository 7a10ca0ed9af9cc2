import { byId, type Db, transaction } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { requireRevision } from "#lib/core/errors";
import { type IdempotencyKey, idUnderKey, isRepeatable, newId } from "#lib/core/ids";
import { decryptSecret, encryptSecret } from "#lib/core/secrets";
import { requireConfirmedSender } from "#lib/domain/access/access-locks";
import { describeChanges, recordAudit } from "#lib/domain/audit/record-audit";
import { cancelWebhookEvents } from "#lib/domain/deliveries/cancel";
import { headerColumns, loggedHeaders } from "#lib/domain/endpoints/custom-headers";
import { HEALTHY } from "#lib/domain/endpoints/health";
import type {
  RotateWebhookSecretInput,
  SaveWebhookInput,
  Webhook,
  WebhookWithSecret,
} from "#lib/domain/endpoints/schema";
import { makeSigningSecret } from "#lib/domain/endpoints/signature";
import {
  deleteDeliveries,
  findWebhook,
  removeEndpoint,
  requireConfigured,
  toWebhook,
  type WebhookRow,
} from "#lib/domain/endpoints/store";
import { lockChangedForm } from "#lib/domain/forms/store";

/**
 * Creates the webhook of a form with its signing secret, or updates it, which cancels the queued events of
 * the previous revision. If two updates have the same revision, only one succeeds.
 *
 * @param key - a repeated creation with the same key returns the same secret
 * @throws {AppError} not_found; address_unconfirmed; revision_conflict, including when creating a second
 * webhook
 */
export async function saveWebhook(
  ctx: Context,
  formId: string,
  { url, enabled, headers, revision }: SaveWebhookInput,
  key?: IdempotencyKey,
): Promise<Webhook | WebhookWithSecret> {
  return transaction(async (tx) => {
    const subject = await lockChangedForm(tx, ctx, formId);
    const current = await findWebhook(tx, ctx, formId);
    const next =
      key && revision === undefined ? idUnderKey(ctx, `webhook ${formId}`, key) : newId();
    if (current?.url === url && current.enabled === enabled) {
      const repeated = repeatSecret(ctx, current, next);
      if (repeated) return repeated;
    }
    requireRevision(revision ?? null, current?.revision ?? null);
    if (current) {
      const columns = headerColumns(current, current, { url, headers });
      const saved = { url, enabled, ...columns, revision: next, updatedAt: ctx.now, ...HEALTHY };
      const row = await tx.webhook.update({ where: byId(ctx, current.id), data: saved });
      await cancelWebhookEvents(tx, ctx, row.id);
      const changes = describeChanges(toLogged(current), toLogged(row), [...LOGGED]);
      await recordAudit(tx, ctx, { action: "webhook.updated", subject, details: changes });
      return toWebhook(row);
    }
    await requireConfirmedSender(tx, ctx);
    const signingSecret = makeSigningSecret();
    const given = { url, enabled, headers, revision: next };
    const row = await insertWebhook(tx, ctx, subject, given, signingSecret);
    return { ...toWebhook(row), signingSecret };
  });
}

/** Stores the webhook of a form that has none. The caller has checked the form, and who asks. */
export async function insertWebhook(
  tx: Db,
  ctx: Context,
  form: { id: string; name: string },
  { headers, ...given }: Omit<SaveWebhookInput, "revision"> & { revision: string },
  signingSecret: string,
): Promise<WebhookRow> {
  const at = { workspaceId: ctx.workspaceId, id: newId() };
  const row = await tx.webhook.create({
    data: {
      ...at,
      ...given,
      ...headerColumns(at, null, { url: given.url, headers }),
      ...HEALTHY,
      formId: form.id,
      sealedSecret: encryptSecret("webhook", at, signingSecret),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    },
  });
  const { host, enabled, headers: names } = toLogged(row);
  const details = { host, enabled, ...(names === "" ? {} : { headers: names }) };
  await recordAudit(tx, ctx, { action: "webhook.created", subject: form, details });
  return row;
}

/**
 * Returns the loggable settings: only the host of a URL, because some endpoints have their secret
 * in the path.
 */
function toLogged({ url, enabled, ...row }: WebhookRow) {
  return { url, host: new URL(url).host, enabled, ...loggedHeaders(row) };
}

const LOGGED = ["host", "enabled", "headers"] as const;

/**
 * Replaces the signing secret and cancels the queued events of the previous revision. The old secret
 * signs nothing from now on.
 *
 * @param key - a repeated rotation with the same key returns the same secret
 * @throws {AppError} not_found, webhook_not_configured, revision_conflict
 */
export async function rotateWebhookSecret(
  ctx: Context,
  formId: string,
  { revision }: RotateWebhookSecretInput,
  key?: IdempotencyKey,
): Promise<WebhookWithSecret> {
  return transaction(async (tx) => {
    const subject = await lockChangedForm(tx, ctx, formId);
    const current = requireConfigured(await findWebhook(tx, ctx, formId));
    const next = key ? idUnderKey(ctx, `rotation ${formId}`, key) : newId();
    const repeated = repeatSecret(ctx, current, next);
    if (repeated) return repeated;
    requireRevision(revision, current.revision);
    const signingSecret = makeSigningSecret();
    const row = await tx.webhook.update({
      where: byId(ctx, current.id),
      data: {
        sealedSecret: encryptSecret("webhook", current, signingSecret),
        revision: next,
        updatedAt: ctx.now,
        ...HEALTHY,
      },
    });
    await cancelWebhookEvents(tx, ctx, current.id);
    await recordAudit(tx, ctx, { action: "webhook.secret_rotated", subject });
    return { ...toWebhook(row), signingSecret };
  });
}

/**
 * Returns the response with a new secret again, in case it was lost. Null if the secret wasn't
 * created with this revision, or is too old.
 *
 * @param revision - derived from the idempotency key
 */
function repeatSecret(
  ctx: Context,
  webhook: WebhookRow,
  revision: string,
): WebhookWithSecret | null {
  if (webhook.revision !== revision || !webhook.sealedSecret) return null;
  if (!isRepeatable(ctx, webhook.updatedAt)) return null;
  const signingSecret = decryptSecret("webhook", webhook, webhook.sealedSecret);
  return { ...toWebhook(webhook), signingSecret };
}

/**
 * Deletes the webhook of a form, if there is one, with its secret, deliveries, and attempts. They're
 * unreachable when this returns, however many there are.
 *
 * @throws {AppError} not_found
 */
export async function deleteWebhook(ctx: Context, formId: string): Promise<void> {
  await transaction(async (tx) => {
    const subject = await lockChangedForm(tx, ctx, formId);
    const webhook = await findWebhook(tx, ctx, formId);
    if (!webhook) return;
    const { id } = webhook;
    await removeEndpoint(tx, ctx, id);
    await recordAudit(tx, ctx, { action: "webhook.deleted", subject });
    await deleteDeliveries(tx, ctx, id);
  });
}

import type { Context } from "#lib/core/context";
import { requireRevision } from "#lib/core/errors";
import { type IdempotencyKey, idUnderKey, isRepeatable, newId } from "#lib/core/ids";
import { decryptSecret, encryptSecret } from "#lib/core/secrets";
import { transaction } from "#lib/db/database";
import { touchForm } from "#lib/db/touch-form";
import { cancelWebhookEvents } from "#lib/deliveries/queue";
import type {
  RotateWebhookSecretInput,
  SaveWebhookInput,
  Webhook,
  WebhookWithSecret,
} from "#lib/webhooks/schema";
import { makeSigningSecret } from "#lib/webhooks/signature";
import {
  findWebhook,
  RESTORED,
  requireConfigured,
  toWebhook,
  type WebhookRow,
} from "#lib/webhooks/store";

/**
 * Creates the webhook of a form, with its signing secret, or changes it, which cancels the events
 * that wait under the earlier revision. Of two savers with the same revision one wins.
 *
 * @param key - a creation that is asked for twice under one key is answered twice, with the same secret
 * @throws {AppError} not_found; revision_conflict, also for a creation where there is one already
 */
export async function saveWebhook(
  ctx: Context,
  formId: string,
  { url, enabled, revision }: SaveWebhookInput,
  key?: IdempotencyKey,
): Promise<Webhook | WebhookWithSecret> {
  return transaction(async (tx) => {
    await touchForm(tx, ctx, formId);
    const current = await findWebhook(tx, ctx, formId);
    const next =
      key && revision === undefined ? idUnderKey(ctx, `webhook ${formId}`, key) : newId();
    if (current?.url === url && current.enabled === enabled) {
      const made = repeatSecret(ctx, current, next);
      if (made) return made;
    }
    requireRevision(revision ?? null, current?.revision ?? null);
    const saved = { url, enabled, revision: next, updatedAt: ctx.now, ...RESTORED };
    if (current) {
      const row = await tx.webhook.update({ where: { id: current.id }, data: saved });
      await cancelWebhookEvents(tx, ctx, row.id);
      return toWebhook(row);
    }
    const signingSecret = makeSigningSecret();
    const row = await tx.webhook.create({
      data: {
        id: newId(),
        workspaceId: ctx.workspaceId,
        formId,
        sealedSecret: encryptSecret(signingSecret),
        createdAt: ctx.now,
        ...saved,
      },
    });
    return { ...toWebhook(row), signingSecret };
  });
}

/**
 * Replaces the signing secret. The old one signs nothing from now on, and the events that wait under
 * the earlier revision are cancelled.
 *
 * @param key - asked for twice under one key, it is replaced once and answered twice
 * @throws {AppError} not_found, webhook_not_configured, revision_conflict
 */
export async function rotateWebhookSecret(
  ctx: Context,
  formId: string,
  { revision }: RotateWebhookSecretInput,
  key?: IdempotencyKey,
): Promise<WebhookWithSecret> {
  return transaction(async (tx) => {
    await touchForm(tx, ctx, formId);
    const current = requireConfigured(await findWebhook(tx, ctx, formId));
    const next = key ? idUnderKey(ctx, `rotation ${formId}`, key) : newId();
    const made = repeatSecret(ctx, current, next);
    if (made) return made;
    requireRevision(revision, current.revision);
    const signingSecret = makeSigningSecret();
    const row = await tx.webhook.update({
      where: { id: current.id },
      data: {
        sealedSecret: encryptSecret(signingSecret),
        revision: next,
        updatedAt: ctx.now,
        ...RESTORED,
      },
    });
    await cancelWebhookEvents(tx, ctx, current.id);
    return { ...toWebhook(row), signingSecret };
  });
}

/**
 * The answer that made a secret, once more: it may have been lost on its way. Null when the secret was
 * not made with this revision, or long ago.
 *
 * @param revision - as the one key makes it that was sent both times
 */
export function repeatSecret(
  ctx: Context,
  webhook: WebhookRow,
  revision: string,
): WebhookWithSecret | null {
  if (webhook.revision !== revision || !webhook.sealedSecret) return null;
  if (!isRepeatable(ctx, webhook.updatedAt)) return null;
  return { ...toWebhook(webhook), signingSecret: decryptSecret(webhook.sealedSecret) };
}

/** Deliveries that are deleted while the caller waits; maintenance removes what is more. */
const DELETED_AT_ONCE = 1_000;

/**
 * Deletes the webhook of a form with its secret, deliveries and attempts. All of it is unreachable
 * when this returns, however much there is. Nothing is deleted where there is none.
 *
 * @throws {AppError} not_found
 */
export async function deleteWebhook(ctx: Context, formId: string): Promise<void> {
  await transaction(async (tx) => {
    await touchForm(tx, ctx, formId);
    const webhook = await findWebhook(tx, ctx, formId);
    if (!webhook) return;
    const { id } = webhook;
    await tx.webhook.update({
      where: { id },
      data: { deletedAt: ctx.now, url: "", sealedSecret: null },
    });
    await cancelWebhookEvents(tx, ctx, id);
    await tx.$executeRaw`
      DELETE FROM webhook_deliveries WHERE id IN (
        SELECT id FROM webhook_deliveries WHERE webhook_id = ${id}::uuid LIMIT ${DELETED_AT_ONCE}
      )`;
  });
}

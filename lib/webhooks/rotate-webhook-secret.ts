import type { Context } from "#lib/core/context";
import { requireRevision } from "#lib/core/errors";
import { type IdempotencyKey, idUnderKey, newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import { transaction } from "#lib/db/database";
import { touchForm } from "#lib/db/touch-form";
import { cancelQueuedEvents } from "#lib/webhooks/cancel-queued-events";
import { repeatSecret } from "#lib/webhooks/repeat-secret";
import type { RotateWebhookSecretInput, WebhookWithSecret } from "#lib/webhooks/schema";
import { makeSigningSecret } from "#lib/webhooks/signing-secret";
import { findWebhook, HEALED, requireConfigured, toWebhook } from "#lib/webhooks/store";

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
        ...HEALED,
      },
    });
    await cancelQueuedEvents(tx, ctx, { webhookId: current.id, reason: "revision_changed" });
    return { ...toWebhook(row), signingSecret };
  });
}

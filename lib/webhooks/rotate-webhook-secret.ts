import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { requireRevision } from "#lib/core/revision";
import { encryptSecret } from "#lib/core/secrets";
import { transaction } from "#lib/db/database";
import { touchForm } from "#lib/db/touch-form";
import { cancelQueuedEvents } from "#lib/webhooks/cancel-queued-events";
import type { RotateWebhookSecretInput, WebhookWithSecret } from "#lib/webhooks/schema";
import { makeSigningSecret } from "#lib/webhooks/signing-secret";
import { findWebhook, HEALED, requireConfigured, toWebhook } from "#lib/webhooks/store";

/**
 * Replaces the signing secret. The old one signs nothing from now on, and the events that wait under
 * the earlier revision are cancelled.
 *
 * @throws {AppError} not_found, webhook_not_configured, revision_conflict
 */
export async function rotateWebhookSecret(
  ctx: Context,
  formId: string,
  { revision }: RotateWebhookSecretInput,
): Promise<WebhookWithSecret> {
  return transaction(async (tx) => {
    await touchForm(tx, ctx, formId);
    const { id, revision: current } = requireConfigured(await findWebhook(tx, ctx, formId));
    requireRevision(revision, current);
    const signingSecret = makeSigningSecret();
    const row = await tx.webhook.update({
      where: { id },
      data: {
        sealedSecret: encryptSecret(signingSecret),
        revision: newId(),
        updatedAt: ctx.now,
        ...HEALED,
      },
    });
    await cancelQueuedEvents(tx, ctx, { webhookId: id, reason: "revision_changed" });
    return { ...toWebhook(row), signingSecret };
  });
}

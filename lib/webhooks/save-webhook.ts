import type { Context } from "#lib/core/context";
import { requireRevision } from "#lib/core/errors";
import { type IdempotencyKey, idUnderKey, newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import { transaction } from "#lib/db/database";
import { touchForm } from "#lib/db/touch-form";
import { cancelQueuedEvents } from "#lib/webhooks/cancel-queued-events";
import { repeatSecret } from "#lib/webhooks/repeat-secret";
import type { SaveWebhookInput, Webhook, WebhookWithSecret } from "#lib/webhooks/schema";
import { makeSigningSecret } from "#lib/webhooks/signing-secret";
import { findWebhook, HEALED, toWebhook } from "#lib/webhooks/store";

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
    const saved = { url, enabled, revision: next, updatedAt: ctx.now, ...HEALED };
    if (current) {
      const row = await tx.webhook.update({ where: { id: current.id }, data: saved });
      await cancelQueuedEvents(tx, ctx, { webhookId: row.id, reason: "revision_changed" });
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

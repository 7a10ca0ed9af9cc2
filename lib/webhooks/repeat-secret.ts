import type { Context } from "#lib/core/context";
import { isRepeatable } from "#lib/core/ids";
import { decryptSecret } from "#lib/core/secrets";
import type { WebhookWithSecret } from "#lib/webhooks/schema";
import { toWebhook, type WebhookRow } from "#lib/webhooks/store";

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

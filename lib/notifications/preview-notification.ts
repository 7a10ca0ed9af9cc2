import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { requireForm, toForm } from "#lib/forms/store";
import { findFormRecipients } from "#lib/notifications/form-recipients";
import { planNotification } from "#lib/notifications/plan-notification";
import type { NotificationPlan } from "#lib/notifications/schema";
import { requireVerifiedRecipients } from "#lib/recipients/store";
import { refuseHoneypot, ruleRecipients } from "#lib/routing/rules";
import type { PreviewRoutingInput } from "#lib/routing/schema";

/**
 * Who would be told of a message with these fields under this routing, by the function that decides
 * at acceptance. Saves nothing and sends nothing.
 *
 * @throws {AppError} not_found; validation_failed when a rule tests the honeypot; recipient_not_verified
 */
export async function previewNotification(
  ctx: Context,
  formId: string,
  { config, fields }: PreviewRoutingInput,
): Promise<NotificationPlan> {
  const { settings } = toForm(await requireForm(db(), ctx, formId));
  const at = "config.rules";
  refuseHoneypot(config.rules, settings.honeypot, at);
  const recipients = await requireVerifiedRecipients(db(), ctx, ruleRecipients(config.rules, at));
  return planNotification({
    isSpam: false,
    formRecipients: await findFormRecipients(db(), ctx, formId),
    routing: {
      ...config,
      recipients: [...recipients.values()].map(({ id, email }) => ({ id, email })),
    },
    fields,
  });
}

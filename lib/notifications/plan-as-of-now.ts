import type { Context } from "#lib/core/context";
import type { FieldPairs } from "#lib/core/fields";
import type { Db } from "#lib/db/database";
import { findFormRecipients, findVerifiedRecipients } from "#lib/notifications/form-recipients";
import { planNotification } from "#lib/notifications/plan-notification";
import type { NotificationPlan } from "#lib/notifications/schema";
import { findRouting, toRouting } from "#lib/routing/store";

/**
 * Who would be told of a message with these fields if it came now and were no spam: the plan under the
 * form's recipients and routing as they are saved at this moment.
 */
export async function planAsOfNow(
  tx: Db,
  ctx: Context,
  formId: string,
  fields: FieldPairs,
): Promise<NotificationPlan> {
  const routing = toRouting(await findRouting(tx, ctx, formId));
  return planNotification({
    isSpam: false,
    formRecipients: await findFormRecipients(tx, ctx, formId),
    routing: {
      ...routing,
      recipients: routing.enabled ? await findVerifiedRecipients(tx, ctx) : [],
    },
    fields,
  });
}

import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { requireForm } from "#lib/forms/store";
import type { Webhook } from "#lib/webhooks/schema";
import { findWebhook, toWebhook } from "#lib/webhooks/store";

/** The webhook of a form without its secret, or null. @throws {AppError} not_found */
export async function getWebhook(ctx: Context, formId: string): Promise<Webhook | null> {
  await requireForm(db(), ctx, formId);
  const row = await findWebhook(db(), ctx, formId);
  return row ? toWebhook(row) : null;
}

import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import type { FormWithWidget } from "#lib/forms/schema";
import { requireForm, toForm } from "#lib/forms/store";
import { findWidget, toTurnstile } from "#lib/turnstile/store";

/** @throws {AppError} not_found */
export async function getForm(ctx: Context, formId: string): Promise<FormWithWidget> {
  const form = toForm(await requireForm(db(), ctx, formId));
  const widget = await findWidget(db(), ctx, formId);
  return { ...form, turnstile: widget ? toTurnstile(widget) : null };
}

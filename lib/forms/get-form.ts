import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import type { FormWithWidget } from "#lib/forms/schema";
import { requireForm, toForm } from "#lib/forms/store";

/** @throws {AppError} not_found */
export async function getForm(ctx: Context, formId: string): Promise<FormWithWidget> {
  return { ...toForm(await requireForm(db(), ctx, formId)), turnstile: null };
}

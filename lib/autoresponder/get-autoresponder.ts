import type { Autoresponder } from "#lib/autoresponder/schema";
import { findAutoresponder, toAutoresponder } from "#lib/autoresponder/store";
import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { requireForm } from "#lib/forms/store";

/** The auto-reply of a form, or null before the first save. @throws {AppError} not_found */
export async function getAutoresponder(
  ctx: Context,
  formId: string,
): Promise<Autoresponder | null> {
  await requireForm(db(), ctx, formId);
  const row = await findAutoresponder(db(), ctx, formId);
  return row ? toAutoresponder(row) : null;
}

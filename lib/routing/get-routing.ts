import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { requireForm } from "#lib/forms/store";
import type { Routing } from "#lib/routing/schema";
import { findRouting, toRouting } from "#lib/routing/store";

/** @throws {AppError} not_found */
export async function getRouting(ctx: Context, formId: string): Promise<Routing> {
  await requireForm(db(), ctx, formId);
  return toRouting(await findRouting(db(), ctx, formId));
}

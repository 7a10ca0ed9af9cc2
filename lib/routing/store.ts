import { z } from "zod";
import type { Context } from "#lib/core/context";
import { type Db, db } from "#lib/db/database";
import type { Routing as RoutingRow } from "#lib/db/generated/client";
import { requireForm } from "#lib/forms/store";
import { type Routing, RoutingRule } from "#lib/routing/schema";

/** The format of the column `routings.rules`. */
export const StoredRules = z.array(RoutingRule);

const UNSAVED: Routing = { revision: null, enabled: false, rules: [] };

export function toRouting(row: RoutingRow | null): Routing {
  if (!row) return UNSAVED;
  return { revision: row.revision, enabled: row.enabled, rules: StoredRules.parse(row.rules) };
}

/** A form's saved routing, or null. */
export function findRouting(tx: Db, ctx: Context, formId: string): Promise<RoutingRow | null> {
  return tx.routing.findFirst({
    where: { workspaceId: ctx.workspaceId, formId, form: { deletedAt: null } },
  });
}

/** @throws {AppError} not_found */
export async function getRouting(ctx: Context, formId: string): Promise<Routing> {
  await requireForm(db(), ctx, formId);
  return toRouting(await findRouting(db(), ctx, formId));
}

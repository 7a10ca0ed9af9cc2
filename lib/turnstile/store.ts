import type { Context } from "#lib/core/context";
import type { Db } from "#lib/db/database";
import type { TurnstileWidget } from "#lib/db/generated/client";
import type { Turnstile } from "#lib/turnstile/schema";

export function toTurnstile(row: TurnstileWidget): Turnstile {
  return {
    siteKey: row.siteKey,
    hostnames: row.hostnames,
    enabled: row.enabled,
    verifiedAt: row.verifiedAt?.getTime() ?? null,
    updatedAt: row.updatedAt.getTime(),
  };
}

/** A form's connected widget, or null. */
export function findWidget(tx: Db, ctx: Context, formId: string): Promise<TurnstileWidget | null> {
  return tx.turnstileWidget.findFirst({
    where: { workspaceId: ctx.workspaceId, formId, form: { deletedAt: null } },
  });
}

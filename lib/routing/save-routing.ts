import type { Context } from "#lib/core/context";
import { requireRevision } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { byForm, transaction } from "#lib/db/database";
import { touchForm } from "#lib/db/touch-form";
import { requireForm, toForm } from "#lib/forms/store";
import { requireVerifiedRecipients } from "#lib/recipients/store";
import { rejectHoneypotRules, ruleRecipients } from "#lib/routing/rules";
import type { Routing, SaveRoutingInput } from "#lib/routing/schema";
import { findRouting, toRouting } from "#lib/routing/store";

/**
 * Saves the routing of a form as a whole. Of two saves with the same revision one wins.
 *
 * @throws {AppError} not_found; validation_failed when a rule uses the honeypot; revision_conflict;
 *   recipient_not_verified with the path of each wrong recipient
 */
export async function saveRouting(
  ctx: Context,
  formId: string,
  input: SaveRoutingInput,
): Promise<Routing> {
  return transaction(async (tx) => {
    await touchForm(tx, ctx, formId);
    const { settings } = toForm(await requireForm(tx, ctx, formId));
    rejectHoneypotRules(input.rules, settings.honeypot);
    const current = await findRouting(tx, ctx, formId);
    requireRevision(input.revision, current?.revision ?? null);
    await requireVerifiedRecipients(tx, ctx, ruleRecipients(input.rules));
    const saved = {
      revision: newId(),
      enabled: input.enabled,
      rules: input.rules,
      updatedAt: ctx.now,
    };
    return toRouting(
      await tx.routing.upsert({
        where: byForm(ctx, formId),
        create: { workspaceId: ctx.workspaceId, formId, ...saved },
        update: saved,
      }),
    );
  });
}

import type { Autoresponder, SaveAutoresponderInput } from "#lib/autoresponder/schema";
import { findAutoresponder, toAutoresponder } from "#lib/autoresponder/store";
import type { Context } from "#lib/core/context";
import { AppError, requireRevision } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { byForm, type Db, transaction } from "#lib/db/database";
import { touchForm } from "#lib/db/touch-form";
import { requireVerifiedRecipients } from "#lib/recipients/store";
import { findWidget } from "#lib/turnstile/store";

/**
 * Saves the auto-reply of a form as a whole. Of two saves with the same revision one wins.
 *
 * @throws {AppError} not_found, revision_conflict, recipient_not_verified; widget_required when it is
 *   enabled without a connected, enabled, and verified widget
 */
export async function saveAutoresponder(
  ctx: Context,
  formId: string,
  input: SaveAutoresponderInput,
): Promise<Autoresponder> {
  const { revision, ...draft } = input;
  return transaction(async (tx) => {
    await touchForm(tx, ctx, formId);
    const current = await findAutoresponder(tx, ctx, formId);
    requireRevision(revision, current?.revision ?? null);
    const reference = { id: input.replyRecipientId, path: "replyRecipientId" };
    await requireVerifiedRecipients(tx, ctx, [reference]);
    if (input.enabled) await requireWorkingWidget(tx, ctx, formId);
    const saved = { ...draft, revision: newId(), updatedAt: ctx.now };
    return toAutoresponder(
      await tx.autoresponder.upsert({
        where: byForm(ctx, formId),
        create: { workspaceId: ctx.workspaceId, formId, ...saved },
        update: saved,
      }),
    );
  });
}

/** @throws {AppError} widget_required */
async function requireWorkingWidget(tx: Db, ctx: Context, formId: string): Promise<void> {
  const widget = await findWidget(tx, ctx, formId);
  if (widget?.enabled && widget.verifiedAt) return;
  throw new AppError(
    "widget_required",
    widget?.enabled
      ? "The form's anti-spam widget isn't confirmed yet. A visitor must pass a challenge before you can turn on auto-replies."
      : "Auto-replies require an enabled anti-spam widget. Connect one first.",
  );
}

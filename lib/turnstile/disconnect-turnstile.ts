import type { Context } from "#lib/core/context";
import { transaction } from "#lib/db/database";
import { touchForm } from "#lib/db/touch-form";

/**
 * Disconnects the widget, if there is one, and forgets its secret; visitor replies become ineligible.
 *
 * @throws {AppError} not_found
 */
export async function disconnectTurnstile(ctx: Context, formId: string): Promise<void> {
  await transaction(async (tx) => {
    await touchForm(tx, ctx, formId);
    await tx.turnstileWidget.deleteMany({ where: { formId } });
  });
}

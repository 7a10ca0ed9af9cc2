import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { type Db, transaction } from "#lib/db/database";
import { mergeSettings } from "#lib/forms/rules";
import { type Form, FormSettings, type UpdateFormInput } from "#lib/forms/schema";
import {
  isFieldRouted,
  lockForm,
  replaceFormRecipients,
  requireForm,
  toForm,
} from "#lib/forms/store";
import { requireVerifiedRecipients } from "#lib/recipients/store";

/**
 * Changes what is named and keeps the rest; settings are merged member by member.
 *
 * @throws {AppError} not_found; validation_failed when a routing rule tests the new honeypot;
 *   recipient_not_verified
 */
export async function updateForm(
  ctx: Context,
  formId: string,
  input: UpdateFormInput,
): Promise<Form> {
  return transaction(async (tx) => {
    const row = await lockForm(tx, ctx, formId);
    if (input.settings?.honeypot) await refuseRoutedHoneypot(tx, formId, input.settings.honeypot);
    if (input.recipientIds) {
      const references = input.recipientIds.map((id, index) => ({
        id,
        path: `recipientIds.${index}`,
      }));
      await requireVerifiedRecipients(tx, ctx, references);
      await replaceFormRecipients(tx, formId, input.recipientIds);
    }
    await tx.form.update({
      where: { id: formId },
      data: {
        ...(input.name !== undefined ? { name: input.name } : {}),
        ...(input.status !== undefined ? { status: input.status } : {}),
        settings: mergeSettings(FormSettings.parse(row.settings), input.settings ?? {}),
        updatedAt: ctx.now,
      },
    });
    return toForm(await requireForm(tx, ctx, formId));
  });
}

async function refuseRoutedHoneypot(tx: Db, formId: string, honeypot: string): Promise<void> {
  if (!(await isFieldRouted(tx, formId, honeypot))) return;
  const message = "must not be a field that a routing rule tests";
  throw new AppError(
    "validation_failed",
    `The request is not valid: settings.honeypot ${message}.`,
    { details: [{ path: "settings.honeypot", message }] },
  );
}

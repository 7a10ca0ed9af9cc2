import type { Context } from "#lib/core/context";
import { transaction } from "#lib/db/database";
import { mergeSettings } from "#lib/forms/rules";
import { type Form, FormSettings, type UpdateFormInput } from "#lib/forms/schema";
import { lockForm, replaceFormRecipients, requireForm, toForm } from "#lib/forms/store";
import { requireVerifiedRecipients } from "#lib/recipients/store";

/**
 * Changes what is named and keeps the rest; settings are merged member by member.
 *
 * @throws {AppError} not_found, recipient_not_verified
 */
export async function updateForm(
  ctx: Context,
  formId: string,
  input: UpdateFormInput,
): Promise<Form> {
  return transaction(async (tx) => {
    const row = await lockForm(tx, ctx, formId);
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

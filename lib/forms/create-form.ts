import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { transaction } from "#lib/db/database";
import { makePublicKey } from "#lib/forms/public-key";
import { mergeSettings } from "#lib/forms/rules";
import { type CreateFormInput, DEFAULT_SETTINGS, type Form } from "#lib/forms/schema";
import { replaceFormRecipients, requireForm, toForm } from "#lib/forms/store";
import { requireVerifiedRecipients } from "#lib/recipients/store";

/** @throws {AppError} recipient_not_verified with the index of each wrong recipient */
export async function createForm(ctx: Context, input: CreateFormInput): Promise<Form> {
  return transaction(async (tx) => {
    const references = input.recipientIds.map((id, index) => ({
      id,
      path: `recipientIds.${index}`,
    }));
    await requireVerifiedRecipients(tx, ctx, references);
    const { id } = await tx.form.create({
      data: {
        id: newId(),
        workspaceId: ctx.workspaceId,
        name: input.name,
        status: "active",
        publicKey: makePublicKey(),
        settings: mergeSettings(DEFAULT_SETTINGS, input.settings ?? {}),
        createdAt: ctx.now,
        updatedAt: ctx.now,
      },
    });
    await replaceFormRecipients(tx, id, input.recipientIds);
    return toForm(await requireForm(tx, ctx, id));
  });
}

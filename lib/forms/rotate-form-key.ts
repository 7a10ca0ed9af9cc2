import type { Context } from "#lib/core/context";
import { transaction } from "#lib/db/database";
import { makePublicKey } from "#lib/forms/public-key";
import type { Form } from "#lib/forms/schema";
import { lockForm, requireForm, toForm } from "#lib/forms/store";

/**
 * Replaces the public key; the old one is unknown from the moment this returns.
 *
 * @param seen - the key that is to be replaced: where another is in its place already, that one stays
 * @throws {AppError} not_found
 */
export async function rotateFormKey(ctx: Context, formId: string, seen?: string): Promise<Form> {
  return transaction(async (tx) => {
    const row = await lockForm(tx, ctx, formId);
    if (seen !== undefined && row.publicKey !== seen) return toForm(row);
    await tx.form.update({
      where: { id: formId },
      data: { publicKey: makePublicKey(), updatedAt: ctx.now },
    });
    return toForm(await requireForm(tx, ctx, formId));
  });
}

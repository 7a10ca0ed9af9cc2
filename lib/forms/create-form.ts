import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { type IdempotencyKey, idUnderKey, newId, randomBase62 } from "#lib/core/ids";
import { type Db, lockInTransaction, transaction } from "#lib/db/database";
import { mergeSettings } from "#lib/forms/rules";
import { type CreateFormInput, DEFAULT_SETTINGS, type Form } from "#lib/forms/schema";
import { replaceFormRecipients, requireForm, toForm } from "#lib/forms/store";
import { requireVerifiedRecipients } from "#lib/recipients/store";

/**
 * @param key - asked for twice under one key, a form is made once, and the second time it is answered
 *   as it is. Left out, every call makes a form.
 * @throws {AppError} recipient_not_verified with the index of each wrong recipient;
 *   idempotency_key_reused when another form was made under the key
 */
export async function createForm(
  ctx: Context,
  input: CreateFormInput,
  key?: IdempotencyKey,
): Promise<Form> {
  const id = key ? idUnderKey(ctx, "form", key) : newId();
  return transaction(async (tx) => {
    if (key) {
      await lockInTransaction(tx, `create-form:${id}`);
      const made = await findMade(tx, ctx, id, input);
      if (made) return made;
    }
    const references = input.recipientIds.map((recipientId, index) => ({
      id: recipientId,
      path: `recipientIds.${index}`,
    }));
    await requireVerifiedRecipients(tx, ctx, references);
    await tx.form.create({
      data: {
        id,
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

/** What the first call under a key has made of the same input. */
async function findMade(
  tx: Db,
  ctx: Context,
  id: string,
  { name, recipientIds }: CreateFormInput,
): Promise<Form | null> {
  const row = await tx.form.findFirst({ where: { id, workspaceId: ctx.workspaceId } });
  if (!row) return null;
  if (row.deletedAt)
    throw new AppError(
      "idempotency_key_reused",
      `The form “${row.name}” was created from this page and has since been deleted. Reload the page to create another.`,
    );
  const made = toForm(await requireForm(tx, ctx, id));
  if (made.name === name && `${made.recipientIds}` === `${recipientIds}`) return made;
  throw new AppError(
    "idempotency_key_reused",
    `The form “${made.name}” was already created from this page. Edit that form, or reload the page to create another.`,
  );
}

/** A new public key: not guessable, though it opens nothing but the way in. */
export function makePublicKey(): string {
  return randomBase62(24);
}

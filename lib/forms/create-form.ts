import { recordAudit } from "#lib/audit/record-audit";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { type IdempotencyKey, idUnderKey, newId, randomBase62 } from "#lib/core/ids";
import { type Db, lockInTransaction, transaction } from "#lib/db/database";
import { mergeSettings } from "#lib/forms/rules";
import { type CreateFormInput, DEFAULT_SETTINGS, type Form } from "#lib/forms/schema";
import { replaceFormRecipients, requireForm, toForm } from "#lib/forms/store";
import { lockRecipientsShared } from "#lib/recipients/store";

/**
 * @param key - a repeat under the same key returns the form that the first call created
 * @throws {AppError} recipient_not_verified with the index of each wrong recipient;
 *   idempotency_key_reused when the key created another form
 */
export async function createForm(
  ctx: Context,
  input: CreateFormInput,
  key?: IdempotencyKey,
): Promise<Form> {
  const id = key ? idUnderKey(ctx, "form", key) : newId();
  return transaction(async (tx) => {
    await lockRecipientsShared(tx, ctx);
    if (key) {
      await lockInTransaction(tx, `create-form:${id}`);
      const created = await findCreated(tx, ctx, id, input);
      if (created) return created;
    }
    const row = await tx.form.create({
      data: {
        id,
        workspaceId: ctx.workspaceId,
        name: input.name,
        status: "active",
        publicKey: newPublicKey(),
        settings: mergeSettings(DEFAULT_SETTINGS, input.settings ?? {}),
        createdAt: ctx.now,
        updatedAt: ctx.now,
      },
    });
    const recipients = await replaceFormRecipients(tx, ctx, id, input.recipientIds);
    await recordAudit(tx, ctx, { action: "form.created", subject: { id, name: input.name } });
    return toForm({ ...row, recipients });
  });
}

/**
 * The form that an earlier call with the same key and input created.
 *
 * @throws {AppError} idempotency_key_reused
 */
async function findCreated(
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
  const form = toForm(await requireForm(tx, ctx, id));
  if (form.name === name && `${form.recipientIds}` === `${recipientIds}`) return form;
  throw new AppError(
    "idempotency_key_reused",
    `The form “${form.name}” was already created from this page. Edit that form, or reload the page to create another.`,
  );
}

/** A new public key. It can't be guessed, though it only allows submitting. */
export function newPublicKey(): string {
  return randomBase62(24);
}

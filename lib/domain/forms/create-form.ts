import { type Db, lockInTransaction, transaction } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { type IdempotencyKey, idUnderKey, newId, randomBase62 } from "#lib/core/ids";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { mergeSettings } from "#lib/domain/forms/rules";
import {
  type CreateFormInput,
  DEFAULT_SETTINGS,
  type Form,
  type FormSettings,
} from "#lib/domain/forms/schema";
import { type FormRow, replaceFormRecipients, requireForm, toForm } from "#lib/domain/forms/store";
import { lockRecipientsShared } from "#lib/domain/recipients/store";

/**
 * @param key - a repeat under the same key returns the form that the first call created
 * @throws {AppError} recipient_not_verified with the index of each wrong recipient; form_limit_reached;
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
    const form = await insertForm(tx, ctx, {
      id,
      name: input.name,
      settings: mergeSettings(DEFAULT_SETTINGS, input.settings ?? {}),
      recipientIds: input.recipientIds,
    });
    await recordAudit(tx, ctx, { action: "form.created", subject: { id, name: input.name } });
    return form;
  });
}

type NewForm = {
  id: string;
  name: string;
  settings: FormSettings;
  recipientIds: string[];
} & Partial<Pick<FormRow, "uploadTypes" | "blockedWords" | "spamRetentionDays">>;

/**
 * Stores a new active form with a public key of its own. Call `lockRecipientsShared` first.
 *
 * @throws {AppError} recipient_not_verified with the index of each wrong recipient; form_limit_reached
 */
export async function insertForm(
  tx: Db,
  ctx: Context,
  { recipientIds, ...columns }: NewForm,
): Promise<Form> {
  await requireRoom(tx, ctx);
  const row = await tx.form.create({
    data: {
      ...columns,
      workspaceId: ctx.workspaceId,
      status: "active",
      publicKey: newPublicKey(),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    },
  });
  const recipients = await replaceFormRecipients(tx, ctx, columns.id, recipientIds);
  return toForm({ ...row, recipients });
}

/** The maximum number of forms of a workspace; deleted ones don't count. */
const MAX_FORMS = 500;

/**
 * Checks that the workspace has room for one more form, and reserves it until the transaction ends.
 *
 * @throws {AppError} form_limit_reached
 */
async function requireRoom(tx: Db, { workspaceId }: Context): Promise<void> {
  await lockInTransaction(tx, `forms:${workspaceId}`);
  if ((await tx.form.count({ where: { workspaceId, deletedAt: null } })) < MAX_FORMS) return;
  throw new AppError(
    "form_limit_reached",
    `A workspace can have up to ${MAX_FORMS} forms. Delete one first.`,
  );
}

/**
 * Finds the form that an earlier call with the same key and input created.
 *
 * @throws {AppError} idempotency_key_reused
 */
export async function findCreated(
  tx: Db,
  ctx: Context,
  id: string,
  { name, recipientIds }: Pick<CreateFormInput, "name" | "recipientIds">,
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

import { type Db, lockInTransaction, transaction } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import { cutCharacters } from "#lib/core/characters";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { type IdempotencyKey, idUnderKey, newId, randomBase62 } from "#lib/core/ids";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { mergeSettings } from "#lib/domain/forms/rules";
import {
  type CreateFormInput,
  DEFAULT_SETTINGS,
  type Form,
  FormSettings,
} from "#lib/domain/forms/schema";
import { lockForm, replaceFormRecipients, requireForm, toForm } from "#lib/domain/forms/store";
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
    await requireRoom(tx, ctx);
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

/** Forms of a workspace; deleted ones don't count. */
const MAX_FORMS = 500;

/**
 * Checks that there's room for one more form, and keeps others from taking it until the transaction ends.
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

const SUFFIX = " copy";
const MAX_NAME = 80;

/**
 * Creates an active form with the settings, recipients, fields, page, logo, options, routing rules, spam filter, types of files, and
 * blocked words of another one.
 * The auto-reply and confirmation emails are copied turned off. Secrets aren't copied: the copy has a public key of its own, no Turnstile widget and
 * neither webhook nor destinations. Not part of `/v1`.
 *
 * @param key - a repeat under the same key returns the copy that the first call created
 * @throws {AppError} not_found, including when the copy has been deleted since; form_limit_reached
 */
export async function duplicateForm(
  ctx: Context,
  formId: string,
  key?: IdempotencyKey,
): Promise<Form> {
  const id = key ? idUnderKey(ctx, `copy of ${formId}`, key) : newId();
  return transaction(async (tx) => {
    await lockRecipientsShared(tx, ctx);
    // The routing and the auto-reply are saved under the same lock.
    const { recipients: originals, ...source } = await lockForm(tx, ctx, formId);
    const isDone = await tx.form.findFirst({ where: { id, workspaceId: ctx.workspaceId } });
    if (isDone) return toForm(await requireForm(tx, ctx, id));
    await requireRoom(tx, ctx);
    const name = cutCharacters(source.name, MAX_NAME - SUFFIX.length).trimEnd() + SUFFIX;
    const row = await tx.form.create({
      data: {
        ...source,
        id,
        name,
        status: "active",
        publicKey: newPublicKey(),
        settings: FormSettings.parse(source.settings),
        version: 1,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      },
    });
    const recipientIds = originals.map(({ recipientId }) => recipientId);
    const recipients = await replaceFormRecipients(tx, ctx, id, recipientIds);
    await copyParts(tx, ctx, formId, id);
    const details = { copyOf: source.name, formId };
    await recordAudit(tx, ctx, { action: "form.duplicated", subject: { id, name }, details });
    return toForm({ ...row, recipients });
  });
}

/** Confirmation emails and the auto-reply are off in the copy, because they need a verified Turnstile widget. */
async function copyParts(tx: Db, ctx: Context, from: string, to: string): Promise<void> {
  const own = Prisma.sql`WHERE workspace_id = ${ctx.workspaceId}::uuid AND form_id = ${from}::uuid`;
  const start = () =>
    Prisma.sql`SELECT workspace_id, ${to}::uuid, ${ctx.now}::timestamptz, ${newId()}::uuid`;
  await tx.$executeRaw`
    INSERT INTO form_fields (workspace_id, form_id, updated_at, revision, fields, other_fields, on_invalid)
    ${start()}, fields, other_fields, on_invalid FROM form_fields ${own}`;
  await tx.$executeRaw`
    INSERT INTO form_pages (workspace_id, form_id, updated_at, revision, content)
    ${start()}, content || '{"confirmEmail": false}' FROM form_pages ${own}`;
  await tx.$executeRaw`
    INSERT INTO form_options (workspace_id, form_id, updated_at, revision, opens_at, closes_at, max_submissions,
      closed_text, keep_context, attach_files, script_answer)
    ${start()}, opens_at, closes_at, max_submissions, closed_text, keep_context, attach_files, script_answer
    FROM form_options ${own}`;
  await tx.$executeRaw`
    INSERT INTO routings (workspace_id, form_id, updated_at, revision, enabled, rules)
    ${start()}, enabled, rules FROM routings ${own}`;
  await tx.$executeRaw`
    INSERT INTO autoresponders (workspace_id, form_id, updated_at, revision, enabled, subject, message,
      reply_recipient_id, include_answers)
    ${start()}, FALSE, subject, message, reply_recipient_id, include_answers FROM autoresponders ${own}`;
  await tx.$executeRaw`
    INSERT INTO spam_filters (workspace_id, form_id, updated_at, revision, filter, challenge)
    ${start()}, filter, challenge FROM spam_filters ${own}`;
  await tx.$executeRaw`
    INSERT INTO form_logos (workspace_id, form_id, updated_at, version, content_type, bytes)
    SELECT workspace_id, ${to}::uuid, ${ctx.now}, version, content_type, bytes FROM form_logos ${own}`;
}

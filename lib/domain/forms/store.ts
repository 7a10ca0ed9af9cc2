import { type Db, db } from "#lib/adapters/db/database";
import type { Form as FormColumns, Prisma } from "#lib/adapters/db/generated/client";
import { type Columns, queryPrepared } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { toUploadTypes } from "#lib/domain/forms/file-rules";
import { type Form, FormSettings, type FormSummary } from "#lib/domain/forms/schema";
import { requireVerifiedRecipients } from "#lib/domain/recipients/store";

export const WITH_RECIPIENTS = {
  recipients: { select: { recipientId: true }, orderBy: { position: "asc" } },
} as const satisfies Prisma.FormInclude;

export type FormRow = FormColumns & { recipients: { recipientId: string }[] };

export type SummaryRow = Pick<
  FormRow,
  "id" | "name" | "status" | "settings" | "createdAt" | "updatedAt" | "recipients"
>;

export function toFormSummary(row: SummaryRow): FormSummary {
  return {
    id: row.id,
    name: row.name,
    status: row.status === "paused" ? "paused" : "active",
    recipientIds: row.recipients.map(({ recipientId }) => recipientId),
    settings: FormSettings.parse(row.settings),
    createdAt: row.createdAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
  };
}

export function toForm(row: FormRow): Form {
  return { ...toFormSummary(row), publicKey: row.publicKey };
}

export type FormOptions = ReturnType<typeof toFormOptions>;

/**
 * Returns the options that only the dashboard sets. `spamRetentionDays`: null keeps spam until
 * someone deletes it.
 */
export function toFormOptions({ uploadTypes, blockedWords, spamRetentionDays }: FormRow) {
  return { uploadTypes: toUploadTypes(uploadTypes), blockedWords, spamRetentionDays };
}

/** A form `f` with the IDs of its recipients in order, as a {@link FormRow}. */
export const SELECT_FORM = `
  f.id, f.workspace_id AS "workspaceId", f.name, f.status, f.public_key AS "publicKey", f.settings,
  f.blocked_words AS "blockedWords", f.upload_types AS "uploadTypes",
  f.spam_retention_days AS "spamRetentionDays", f.version,
  f.created_at AS "createdAt", f.updated_at AS "updatedAt", f.deleted_at AS "deletedAt",
  coalesce((
    SELECT json_agg(json_build_object('recipientId', r.recipient_id) ORDER BY r.position)
    FROM form_recipients r WHERE r.workspace_id = f.workspace_id AND r.form_id = f.id
  ), '[]') AS recipients`;

export const FORM_COLUMNS: Columns<FormRow> = {
  id: "uuid",
  workspaceId: "uuid",
  name: "text",
  status: "text",
  publicKey: "text",
  settings: "jsonb",
  blockedWords: "text[]",
  uploadTypes: "text[]",
  spamRetentionDays: "int4",
  version: "int4",
  createdAt: "timestamptz",
  updatedAt: "timestamptz",
  deletedAt: "timestamptz",
  recipients: "json",
};

const FIND_FORM = `
SELECT ${SELECT_FORM} FROM forms f WHERE f.workspace_id = $1::uuid AND f.id = $2::uuid AND f.deleted_at IS NULL`;

/**
 * Marks a form as changed and locks its row until the transaction ends. So changes to the form's data
 * happen one after another, and its new version makes intake reload it.
 *
 * @param data - what changes about the form itself
 * @returns the audit log's entry about the form
 * @throws {AppError} not_found when the form is unknown, deleted, or another workspace's
 */
export async function lockChangedForm(
  tx: Db,
  ctx: Context,
  formId: string,
  data: { updatedAt: Date } | { deletedAt: Date } = { updatedAt: ctx.now },
): Promise<{ id: string; name: string }> {
  if (!isId(formId)) throw notFound();
  const [form] = await tx.form.updateManyAndReturn({
    where: { id: formId, workspaceId: ctx.workspaceId, deletedAt: null },
    data,
    select: { id: true, name: true },
  });
  if (!form) throw notFound();
  return form;
}

/** Makes intake reload all forms of the workspace, because data that they share has changed. */
export async function reloadForms(tx: Db, { workspaceId }: Context): Promise<void> {
  await tx.$executeRaw`
    UPDATE forms SET version = version WHERE (workspace_id, id) IN (
      SELECT workspace_id, id FROM forms WHERE workspace_id = ${workspaceId}::uuid AND deleted_at IS NULL
      ORDER BY id FOR NO KEY UPDATE
    )`;
}

/** @throws {AppError} not_found when the form is unknown, deleted, or another workspace's */
export async function requireForm(tx: Db, ctx: Context, formId: string): Promise<FormRow> {
  if (!isId(formId)) throw notFound();
  const statement = { text: FIND_FORM, values: [ctx.workspaceId, formId] };
  const [row] = await queryPrepared<FormRow>(tx, FORM_COLUMNS, statement);
  if (!row) throw notFound();
  return row;
}

/**
 * Returns the forms with these IDs, in the given order. Unknown, deleted, and other workspaces'
 * forms are left out.
 */
export async function readForms(ctx: Context, ids: readonly string[]): Promise<Form[]> {
  const rows = await db().form.findMany({
    where: { id: { in: [...ids] }, workspaceId: ctx.workspaceId, deletedAt: null },
    include: WITH_RECIPIENTS,
  });
  const forms = new Map(rows.map((row) => [row.id, toForm(row)]));
  return ids.flatMap((id) => forms.get(id) ?? []);
}

/**
 * Locks the form's row, like {@link requireForm} otherwise, for a read-modify-write. Submissions, which
 * only reference the key, are still accepted.
 */
export async function lockForm(tx: Db, ctx: Context, formId: string): Promise<FormRow> {
  if (!isId(formId)) throw notFound();
  await tx.$executeRaw`
    SELECT id FROM forms
    WHERE id = ${formId}::uuid AND workspace_id = ${ctx.workspaceId}::uuid FOR NO KEY UPDATE`;
  return requireForm(tx, ctx, formId);
}

/**
 * Replaces the form's recipients. Call `lockRecipientsShared` first.
 *
 * @returns the form's recipients from now on
 * @throws {AppError} recipient_not_verified with the index of each wrong recipient
 */
export async function replaceFormRecipients(
  tx: Db,
  ctx: Context,
  formId: string,
  recipientIds: readonly string[],
): Promise<FormRow["recipients"]> {
  const references = recipientIds.map((id, index) => ({ id, path: `recipientIds.${index}` }));
  await requireVerifiedRecipients(tx, ctx, references);
  const { workspaceId } = ctx;
  await tx.formRecipient.deleteMany({ where: { workspaceId, formId } });
  const recipients = recipientIds.map((recipientId, position) => ({ recipientId, position }));
  await tx.formRecipient.createMany({
    data: recipients.map((recipient) => ({ workspaceId, formId, ...recipient })),
  });
  return recipients;
}

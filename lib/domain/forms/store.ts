import { type Db, db } from "#lib/adapters/db/database";
import type { Form as FormColumns, Prisma } from "#lib/adapters/db/generated/client";
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

/** What only the dashboard sets. `spamRetentionDays`: null keeps spam until someone deletes it. */
export function toFormOptions({ uploadTypes, blockedWords, spamRetentionDays }: FormRow) {
  return { uploadTypes: toUploadTypes(uploadTypes), blockedWords, spamRetentionDays };
}

/** @throws {AppError} not_found when the form is unknown, deleted, or another workspace's */
export async function requireForm(tx: Db, ctx: Context, formId: string): Promise<FormRow> {
  if (!isId(formId)) throw notFound();
  const row = await tx.form.findFirst({
    where: { id: formId, workspaceId: ctx.workspaceId, deletedAt: null },
    include: WITH_RECIPIENTS,
  });
  if (!row) throw notFound();
  return row;
}

/** The forms with these IDs, in their order. Unknown, deleted, and foreign ones are left out. */
export async function readForms(ctx: Context, ids: readonly string[]): Promise<Form[]> {
  const rows = await db().form.findMany({
    where: { id: { in: [...ids] }, workspaceId: ctx.workspaceId, deletedAt: null },
    include: WITH_RECIPIENTS,
  });
  const forms = new Map(rows.map((row) => [row.id, toForm(row)]));
  return ids.flatMap((id) => forms.get(id) ?? []);
}

/**
 * {@link requireForm} with a row lock for read-modify-write. Submissions, which only reference the key,
 * are still accepted while it's held.
 */
export async function lockForm(tx: Db, ctx: Context, formId: string): Promise<FormRow> {
  if (!isId(formId)) throw notFound();
  await tx.$executeRaw`
    SELECT id FROM forms
    WHERE id = ${formId}::uuid AND workspace_id = ${ctx.workspaceId}::uuid FOR NO KEY UPDATE`;
  return requireForm(tx, ctx, formId);
}

/**
 * Call `lockRecipientsShared` first.
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

import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import type { Db } from "#lib/db/database";
import type { Form as FormRow, Prisma } from "#lib/db/generated/client";
import { type Form, FormSettings, type FormSummary } from "#lib/forms/schema";

const WITH_RECIPIENTS = {
  recipients: { select: { recipientId: true }, orderBy: { position: "asc" } },
} as const satisfies Prisma.FormInclude;

type Row = FormRow & { recipients: { recipientId: string }[] };

export function toFormSummary(row: Row): FormSummary {
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

export function toForm(row: Row): Form {
  return { ...toFormSummary(row), publicKey: row.publicKey };
}

/** @throws {AppError} not_found when the form is unknown, deleted or another workspace's */
export async function requireForm(tx: Db, ctx: Context, formId: string): Promise<Row> {
  if (!isId(formId)) throw notFound();
  const row = await tx.form.findFirst({
    where: { id: formId, workspaceId: ctx.workspaceId, deletedAt: null },
    include: WITH_RECIPIENTS,
  });
  if (!row) throw notFound();
  return row;
}

/**
 * Like {@link requireForm}, and holds the row so that read-modify-write is one step. Messages of the
 * form, which refer to its key alone, are accepted meanwhile.
 */
export async function lockForm(tx: Db, ctx: Context, formId: string): Promise<Row> {
  if (!isId(formId)) throw notFound();
  await tx.$executeRaw`
    SELECT id FROM forms
    WHERE id = ${formId}::uuid AND workspace_id = ${ctx.workspaceId}::uuid FOR NO KEY UPDATE`;
  return requireForm(tx, ctx, formId);
}

/** Whether a routing rule of this form tests the field. */
export async function isFieldRouted(tx: Db, formId: string, field: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT FROM routings, jsonb_array_elements(rules) AS rule
    WHERE form_id = ${formId}::uuid AND rule ->> 'field' = ${field} LIMIT 1`;
  return rows.length > 0;
}

export async function replaceFormRecipients(
  tx: Db,
  formId: string,
  recipientIds: readonly string[],
): Promise<void> {
  await tx.formRecipient.deleteMany({ where: { formId } });
  await tx.formRecipient.createMany({
    data: recipientIds.map((recipientId, position) => ({ formId, recipientId, position })),
  });
}

/** Forms newest first, one more than `take` asks for a page. */
export function findForms(
  tx: Db,
  ctx: Context,
  take: number,
  after: { at: Date; id: string } | null,
): Promise<Row[]> {
  return tx.form.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      deletedAt: null,
      ...(after
        ? {
            createdAt: { lte: after.at },
            OR: [{ createdAt: { lt: after.at } }, { id: { lt: after.id } }],
          }
        : {}),
    },
    include: WITH_RECIPIENTS,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take,
  });
}

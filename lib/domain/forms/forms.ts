import { byId, db, pool, transaction } from "#lib/adapters/db/database";
import { type Columns, queryPrepared } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { decodeCursor, NEWEST, type Page, toPage } from "#lib/core/cursor";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { newPublicKey } from "#lib/domain/forms/create-form";
import type { Form, FormSummary, FormWithWidget, ListFormsQuery } from "#lib/domain/forms/schema";
import {
  type FormOptions,
  lockChangedForm,
  lockForm,
  requireForm,
  type SummaryRow,
  toForm,
  toFormOptions,
  toFormSummary,
  WITH_RECIPIENTS,
} from "#lib/domain/forms/store";
import { findWidget, toTurnstile } from "#lib/domain/forms/turnstile/turnstile";

/** @throws {AppError} not_found */
export async function getForm(ctx: Context, formId: string): Promise<FormWithWidget> {
  const form = toForm(await requireForm(db(), ctx, formId));
  const widget = await findWidget(db(), ctx, formId);
  return { ...form, turnstile: widget ? toTurnstile(widget) : null };
}

/** Returns the options of a form that aren't part of `/v1`. @throws {AppError} not_found */
export async function getFormOptions(ctx: Context, formId: string): Promise<FormOptions> {
  return toFormOptions(await requireForm(db(), ctx, formId));
}

const LIST_FORMS = `
  SELECT id, name, status, settings, created_at AS "createdAt", updated_at AS "updatedAt",
    coalesce((
      SELECT json_agg(json_build_object('recipientId', r.recipient_id) ORDER BY r.position)
      FROM form_recipients r WHERE r.workspace_id = f.workspace_id AND r.form_id = f.id
    ), '[]') AS recipients
  FROM forms f
  WHERE workspace_id = $1 AND deleted_at IS NULL AND (created_at, id) < ($2, $3)
    AND ($5::text IS NULL OR status = $5)
  ORDER BY created_at DESC, id DESC LIMIT $4`;

const COLUMNS: Columns<SummaryRow> = {
  id: "uuid",
  name: "text",
  status: "text",
  settings: "jsonb",
  createdAt: "timestamptz",
  updatedAt: "timestamptz",
  recipients: "json",
};

/** Lists one page of forms, newest first. */
export async function listForms(ctx: Context, query: ListFormsQuery): Promise<Page<FormSummary>> {
  const after = query.cursor ? decodeCursor(query.cursor) : NEWEST;
  const values = [ctx.workspaceId, after.at, after.id, query.limit + 1, query.status ?? null];
  const rows = await queryPrepared(pool(), COLUMNS, { text: LIST_FORMS, values });
  return toPage(rows, query.limit, (row) => ({ at: row.createdAt, id: row.id }), toFormSummary);
}

const MAX_NAMES = 1_000;

export type FormName = { id: string; name: string };

/** Lists the newest 1,000 forms of the workspace by name, for selection. */
export async function listFormNames(ctx: Context): Promise<FormName[]> {
  const rows = await db().form.findMany({
    where: { workspaceId: ctx.workspaceId, deletedAt: null },
    select: { id: true, name: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_NAMES,
  });
  const { compare } = new Intl.Collator("en", { numeric: true });
  return rows.sort((a, b) => compare(a.name, b.name));
}

/**
 * Permanently deletes a form and its messages. They're all unreachable when this returns;
 * maintenance then removes rows and files.
 *
 * @throws {AppError} not_found
 */
export async function deleteForm(ctx: Context, formId: string): Promise<void> {
  await transaction(async (tx) => {
    const subject = await lockChangedForm(tx, ctx, formId, { deletedAt: ctx.now });
    await recordAudit(tx, ctx, { action: "form.deleted", subject });
  });
}

/**
 * Replaces the public key; the old one stops working when this returns.
 *
 * @param seen - the key to replace: if it was already replaced, the current one is kept
 * @throws {AppError} not_found
 */
export async function rotateFormKey(ctx: Context, formId: string, seen?: string): Promise<Form> {
  return transaction(async (tx) => {
    const row = await lockForm(tx, ctx, formId);
    if (seen !== undefined && row.publicKey !== seen) return toForm(row);
    const saved = await tx.form.update({
      where: byId(ctx, formId),
      data: { publicKey: newPublicKey(), updatedAt: ctx.now },
      include: WITH_RECIPIENTS,
    });
    await recordAudit(tx, ctx, { action: "form.key_rotated", subject: row });
    return toForm(saved);
  });
}

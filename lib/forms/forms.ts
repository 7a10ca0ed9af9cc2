import type { Context } from "#lib/core/context";
import { decodeCursor, type Page, toPage } from "#lib/core/cursor";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { db, transaction } from "#lib/db/database";
import { makePublicKey } from "#lib/forms/create-form";
import type { Form, FormSummary, FormWithWidget, ListFormsQuery } from "#lib/forms/schema";
import { findForms, lockForm, requireForm, toForm, toFormSummary } from "#lib/forms/store";
import { findWidget, toTurnstile } from "#lib/turnstile/store";

/** @throws {AppError} not_found */
export async function getForm(ctx: Context, formId: string): Promise<FormWithWidget> {
  const form = toForm(await requireForm(db(), ctx, formId));
  const widget = await findWidget(db(), ctx, formId);
  return { ...form, turnstile: widget ? toTurnstile(widget) : null };
}

/** One page of forms, newest first. */
export async function listForms(ctx: Context, query: ListFormsQuery): Promise<Page<FormSummary>> {
  const after = query.cursor ? decodeCursor(query.cursor) : null;
  const rows = await findForms(db(), ctx, query.limit + 1, after);
  return toPage(rows, query.limit, (row) => ({ at: row.createdAt, id: row.id }), toFormSummary);
}

/** As many as a list or a palette can take. */
const MAX_NAMED = 1_000;

export type FormName = { id: string; name: string };

/** The workspace's forms by name, for choosing one; of more than 1,000 the newest. */
export async function listFormNames(ctx: Context): Promise<FormName[]> {
  const rows = await db().form.findMany({
    where: { workspaceId: ctx.workspaceId, deletedAt: null },
    select: { id: true, name: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_NAMED,
  });
  const { compare } = new Intl.Collator("en", { numeric: true });
  return rows.sort((a, b) => compare(a.name, b.name));
}

/**
 * Deletes a form and its messages for good. All of it is unreachable when this returns, however many
 * messages there are; maintenance then removes the rows and files.
 *
 * @throws {AppError} not_found
 */
export async function deleteForm(ctx: Context, formId: string): Promise<void> {
  if (!isId(formId)) throw notFound();
  const { count } = await db().form.updateMany({
    where: { id: formId, workspaceId: ctx.workspaceId, deletedAt: null },
    data: { deletedAt: ctx.now },
  });
  if (count === 0) throw notFound();
}

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

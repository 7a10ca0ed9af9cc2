import type { Context } from "#lib/core/context";
import { decodeCursor, type Page, toPage } from "#lib/core/cursor";
import { db } from "#lib/db/database";
import type { FormSummary, ListFormsQuery } from "#lib/forms/schema";
import { findForms, toFormSummary } from "#lib/forms/store";

/** One page of forms, newest first. */
export async function listForms(ctx: Context, query: ListFormsQuery): Promise<Page<FormSummary>> {
  const after = query.cursor ? decodeCursor(query.cursor) : null;
  const rows = await findForms(db(), ctx, query.limit + 1, after);
  return toPage(rows, query.limit, (row) => ({ at: row.createdAt, id: row.id }), toFormSummary);
}

import { describeChanges } from "#lib/audit/describe-changes";
import { recordAudit } from "#lib/audit/record-audit";
import type { Context } from "#lib/core/context";
import { requireRevision } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { byForm, type Db, db, touchForm, transaction } from "#lib/db/database";
import {
  type FormPage,
  PageContent,
  type SavePageInput,
  UNSAVED_PAGE,
} from "#lib/forms/page-schema";
import { requireForm } from "#lib/forms/store";
import { requireWorkingWidget } from "#lib/turnstile/require-working-widget";

/** The texts and look of a form's pages, without checking that the form exists. */
export async function readPage(tx: Db, ctx: Context, formId: string): Promise<FormPage> {
  const row = await tx.formPage.findFirst({ where: { workspaceId: ctx.workspaceId, formId } });
  if (!row) return { revision: null, ...UNSAVED_PAGE };
  return { revision: row.revision, ...PageContent.parse(row.content) };
}

/** @throws {AppError} not_found */
export async function getPage(ctx: Context, formId: string): Promise<FormPage> {
  await requireForm(db(), ctx, formId);
  return readPage(db(), ctx, formId);
}

/**
 * Saves the texts and look of a form's pages as a whole. Of two saves with the same revision one wins.
 *
 * @throws {AppError} not_found, revision_conflict; widget_required when visitors have to confirm by email without a
 *   connected, enabled, and verified widget
 */
export async function savePage(
  ctx: Context,
  formId: string,
  { revision, ...input }: SavePageInput,
): Promise<FormPage> {
  const content: PageContent = { ...input, logoUrl: null };
  return transaction(async (tx) => {
    const subject = await touchForm(tx, ctx, formId);
    const current = await readPage(tx, ctx, formId);
    requireRevision(revision, current.revision);
    if (content.confirmEmail) await requireWorkingWidget(tx, ctx, formId, "confirmation emails");
    const saved = { content, revision: newId(), updatedAt: ctx.now };
    await tx.formPage.upsert({
      where: byForm(ctx, formId),
      create: { workspaceId: ctx.workspaceId, formId, ...saved },
      update: saved,
    });
    const details = describeChanges(current, content, [
      "accent",
      "theme",
      "language",
      "confirmEmail",
    ]);
    await recordAudit(tx, ctx, {
      action: "form.page_saved",
      subject,
      ...(details ? { details } : {}),
    });
    return { revision: saved.revision, ...content };
  });
}

import { describeChanges, recordAudit } from "#lib/audit/record-audit";
import type { Context } from "#lib/core/context";
import { requireRevision } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { byForm, type Db, db, touchForm, transaction } from "#lib/db/database";
import { readLogoUrl } from "#lib/forms/form-logo";
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
  const where = { workspaceId: ctx.workspaceId, formId };
  const row = await tx.formPage.findFirst({ where });
  const content = row ? PageContent.parse(row.content) : UNSAVED_PAGE;
  const logoUrl = await readLogoUrl(tx, ctx, formId);
  return { revision: row?.revision ?? null, ...content, logoUrl };
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
  // The logo has a table of its own.
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
    return { revision: saved.revision, ...content, logoUrl: current.logoUrl };
  });
}

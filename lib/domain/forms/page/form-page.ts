import { byForm, type Db, db, transaction, upsertByForm } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { requireRevision } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { describeChanges, recordAudit } from "#lib/domain/audit/record-audit";
import { logoPath } from "#lib/domain/forms/file-rules";
import { readLogo } from "#lib/domain/forms/page/logo";
import {
  type FormPage,
  PageContent,
  type SavePageInput,
  UNSAVED_PAGE,
} from "#lib/domain/forms/page/page-schema";
import { requireForm, touchForm } from "#lib/domain/forms/store";
import { requireWorkingWidget } from "#lib/domain/forms/turnstile/turnstile";

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
 *   verified widget or own challenge
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
    await tx.formPage.upsert(upsertByForm(ctx, formId, saved));
    const shown = ["accent", "theme", "language", "confirmEmail"];
    const details = describeChanges(current, content, shown);
    await recordAudit(tx, ctx, { action: "form.page_saved", subject, details });
    return { revision: saved.revision, ...content, logoUrl: current.logoUrl };
  });
}

/** The address of a form's logo, or null without one. */
async function readLogoUrl(tx: Db, ctx: Context, formId: string): Promise<string | null> {
  const logo = await tx.formLogo.findUnique({
    where: byForm(ctx, formId),
    select: { version: true, form: { select: { publicKey: true } } },
  });
  return logo && settings().baseUrl + logoPath(logo.form.publicKey, logo.version);
}

/**
 * Stores the logo of a form's pages, in place of the one before. Not part of `/v1`.
 *
 * @throws {AppError} not_found; validation_failed for anything but a PNG, JPEG, or WebP image of at most 200 KB;
 *   uploads_disabled with UPLOAD_FILES=0
 */
export async function saveLogo(
  ctx: Context,
  formId: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const saved = { ...(await readLogo(bytes)), updatedAt: ctx.now };
  await transaction(async (tx) => {
    const subject = await touchForm(tx, ctx, formId);
    const select = { version: true };
    await tx.formLogo.upsert({ ...upsertByForm(ctx, formId, saved), select });
    const details = { type: saved.contentType, bytes: bytes.byteLength };
    await recordAudit(tx, ctx, { action: "form.logo_saved", subject, details });
  });
}

/**
 * Removes the logo of a form's pages. Does nothing without one.
 *
 * @throws {AppError} not_found
 */
export async function removeLogo(ctx: Context, formId: string): Promise<void> {
  await transaction(async (tx) => {
    const subject = await touchForm(tx, ctx, formId);
    const { count } = await tx.formLogo.deleteMany({
      where: { workspaceId: ctx.workspaceId, formId },
    });
    if (count > 0) await recordAudit(tx, ctx, { action: "form.logo_removed", subject });
  });
}

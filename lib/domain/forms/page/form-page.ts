import { byForm, type Db, db, transaction, upsertByForm } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { requireRevision } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { describeChanges, recordAudit } from "#lib/domain/audit/record-audit";
import { logoPath } from "#lib/domain/forms/file-rules";
import { type LogoChange, readLogo } from "#lib/domain/forms/page/logo";
import {
  type FormPage,
  PageContent,
  type SavePageInput,
  UNSAVED_PAGE,
} from "#lib/domain/forms/page/page-schema";
import { lockChangedForm, requireForm } from "#lib/domain/forms/store";
import { requireWorkingWidget } from "#lib/domain/forms/turnstile/turnstile";

/** Reads the texts and look of a form's pages, without checking that the form exists. */
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
 * Saves all texts and the look of a form's pages. If two saves use the same revision, only one succeeds.
 *
 * @param logo - what becomes of the logo, which isn't part of `/v1`
 * @throws {AppError} not_found, revision_conflict; widget_required when visitors have to confirm by email
 * without a verified widget or our own challenge; what {@link readLogo} throws
 */
export async function savePage(
  ctx: Context,
  formId: string,
  { revision, ...input }: SavePageInput,
  logo: LogoChange = "keep",
): Promise<FormPage> {
  const uploaded = typeof logo === "string" ? null : await readLogo(logo);
  // The logo has its own table.
  const content: PageContent = { ...input, logoUrl: null };
  return transaction(async (tx) => {
    const subject = await lockChangedForm(tx, ctx, formId);
    const current = await readPage(tx, ctx, formId);
    requireRevision(revision, current.revision);
    if (content.confirmEmail) await requireWorkingWidget(tx, ctx, formId, "confirmation emails");
    const saved = { content, revision: newId(), updatedAt: ctx.now };
    await tx.formPage.upsert(upsertByForm(ctx, formId, saved));
    const shown = ["accent", "theme", "language", "confirmEmail"];
    const details = describeChanges(current, content, shown);
    await recordAudit(tx, ctx, { action: "form.page_saved", subject, details });
    if (uploaded) await writeLogo(tx, ctx, subject, uploaded);
    if (logo === "remove") await removeLogo(tx, ctx, subject);
    const logoUrl = logo === "keep" ? current.logoUrl : await readLogoUrl(tx, ctx, formId);
    return { revision: saved.revision, ...content, logoUrl };
  });
}

/** Returns the URL of a form's logo, or null without one. */
async function readLogoUrl(tx: Db, ctx: Context, formId: string): Promise<string | null> {
  const logo = await tx.formLogo.findUnique({
    where: byForm(ctx, formId),
    select: { version: true, form: { select: { publicKey: true } } },
  });
  return logo && settings().baseUrl + logoPath(logo.form.publicKey, logo.version);
}

type Subject = { id: string; name: string };
type Logo = Awaited<ReturnType<typeof readLogo>>;

async function writeLogo(tx: Db, ctx: Context, form: Subject, logo: Logo): Promise<void> {
  const saved = { ...logo, updatedAt: ctx.now };
  const select = { version: true };
  await tx.formLogo.upsert({ ...upsertByForm(ctx, form.id, saved), select });
  const details = { type: logo.contentType, bytes: logo.bytes.byteLength };
  await recordAudit(tx, ctx, { action: "form.logo_saved", subject: form, details });
}

async function removeLogo(tx: Db, ctx: Context, form: Subject): Promise<void> {
  const where = { workspaceId: ctx.workspaceId, formId: form.id };
  const { count } = await tx.formLogo.deleteMany({ where });
  if (count > 0) await recordAudit(tx, ctx, { action: "form.logo_removed", subject: form });
}

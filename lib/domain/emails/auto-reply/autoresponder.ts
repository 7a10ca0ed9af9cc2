import { byForm, type Db, db, transaction } from "#lib/adapters/db/database";
import type { Autoresponder as AutoresponderRow } from "#lib/adapters/db/generated/client";
import { installationKey } from "#lib/adapters/db/installation-key";
import type { Context } from "#lib/core/context";
import { requireRevision } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { describeChanges, recordAudit } from "#lib/domain/audit/record-audit";
import { hashReplyAddress } from "#lib/domain/emails/auto-reply/opt-out";
import { Autoresponder, type SaveAutoresponderInput } from "#lib/domain/emails/auto-reply/schema";
import { lockChangedForm, requireForm } from "#lib/domain/forms/store";
import { requireWorkingWidget } from "#lib/domain/forms/turnstile/turnstile";
import { lockRecipientsShared, requireVerifiedRecipients } from "#lib/domain/recipients/store";

const StoredAutoresponder = Autoresponder.strip();

export function toAutoresponder(row: AutoresponderRow): Autoresponder {
  return StoredAutoresponder.parse({ ...row, updatedAt: row.updatedAt.getTime() });
}

/** The loggable settings of a form that has no saved auto-reply. */
const UNSAVED = { enabled: false, includeAnswers: "none" };

/** A form's saved auto-reply, or null. */
export function findAutoresponder(
  tx: Db,
  ctx: Context,
  formId: string,
): Promise<AutoresponderRow | null> {
  return tx.autoresponder.findFirst({
    where: { workspaceId: ctx.workspaceId, formId, form: { deletedAt: null } },
  });
}

/** Returns whether this address opted out of the workspace's auto-replies. */
export async function isOptedOut(tx: Db, ctx: Context, email: string): Promise<boolean> {
  const { workspaceId } = ctx;
  const addressHash = hashReplyAddress(await installationKey(), workspaceId, email);
  return (await tx.replyOptOut.count({ where: { workspaceId, addressHash } })) > 0;
}

/** A form's auto-reply, or null before the first save. @throws {AppError} not_found */
export async function getAutoresponder(
  ctx: Context,
  formId: string,
): Promise<Autoresponder | null> {
  await requireForm(db(), ctx, formId);
  return readAutoresponder(ctx, formId);
}

/**
 * Reads the auto-reply of a form that was already found in this workspace; null before the first save.
 */
export async function readAutoresponder(
  ctx: Context,
  formId: string,
): Promise<Autoresponder | null> {
  const row = await findAutoresponder(db(), ctx, formId);
  return row ? toAutoresponder(row) : null;
}

/**
 * Saves the whole auto-reply of a form. If two saves use the same revision, only one succeeds.
 *
 * @throws {AppError} not_found, revision_conflict, recipient_not_verified; widget_required when it is enabled
 * without a verified widget or our own challenge
 */
export async function saveAutoresponder(
  ctx: Context,
  formId: string,
  input: SaveAutoresponderInput,
): Promise<Autoresponder> {
  const { revision, ...draft } = input;
  return transaction(async (tx) => {
    await lockRecipientsShared(tx, ctx);
    const subject = await lockChangedForm(tx, ctx, formId);
    const current = await findAutoresponder(tx, ctx, formId);
    requireRevision(revision, current?.revision ?? null);
    const reference = { id: input.replyRecipientId, path: "replyRecipientId" };
    await requireVerifiedRecipients(tx, ctx, [reference]);
    if (input.enabled) await requireWorkingWidget(tx, ctx, formId, "auto-replies");
    const saved = { ...draft, revision: newId(), updatedAt: ctx.now };
    const row = await tx.autoresponder.upsert({
      where: byForm(ctx, formId),
      create: { workspaceId: ctx.workspaceId, formId, ...saved },
      update: saved,
    });
    const before = current ? toAutoresponder(current) : UNSAVED;
    const { includeAnswers } = row;
    const details = describeChanges(before, { ...draft, includeAnswers }, Object.keys(UNSAVED));
    await recordAudit(tx, ctx, { action: "autoresponder.saved", subject, details });
    return toAutoresponder(row);
  });
}

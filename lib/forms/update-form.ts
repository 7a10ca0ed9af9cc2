import { describeChanges, recordAudit } from "#lib/audit/record-audit";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { byId, type Db, transaction } from "#lib/db/database";
import { findChanges, mergeSettings } from "#lib/forms/rules";
import { type Form, FormSettings, type SaveFormInput } from "#lib/forms/schema";
import {
  type FormRow,
  isFieldListed,
  isFieldRouted,
  lockForm,
  replaceFormRecipients,
  toForm,
  WITH_RECIPIENTS,
} from "#lib/forms/store";
import { toStoredTypes, toUploadTypes } from "#lib/forms/upload-types";
import { lockRecipientsShared } from "#lib/recipients/lock-recipients";

/**
 * Changes the given members and keeps the rest; settings are merged member by member.
 *
 * @param seen - the form as the author saw it: members they didn't change keep what others saved since
 * @throws {AppError} not_found; revision_conflict with the path of each member that others also changed;
 *   validation_failed when the new honeypot is one of the form's fields or a routing rule tests it; recipient_not_verified
 */
export async function updateForm(
  ctx: Context,
  formId: string,
  given: SaveFormInput,
  seen?: SaveFormInput,
): Promise<Form> {
  return transaction(async (tx) => {
    if (given.recipientIds) await lockRecipientsShared(tx, ctx);
    const row = await lockForm(tx, ctx, formId);
    const input = seen ? requireChanges(toSaved(row), seen, given) : given;
    if (Object.keys(input).length === 0) return toForm(row);
    if (input.settings?.honeypot) await requireFreeName(tx, ctx, formId, input.settings.honeypot);
    if (input.recipientIds) await replaceFormRecipients(tx, ctx, formId, input.recipientIds);
    const saved = await tx.form.update({
      where: byId(ctx, formId),
      data: {
        ...(input.name !== undefined ? { name: input.name } : {}),
        ...(input.status !== undefined ? { status: input.status } : {}),
        ...(input.uploadTypes ? { uploadTypes: toStoredTypes(input.uploadTypes) } : {}),
        settings: mergeSettings(FormSettings.parse(row.settings), input.settings ?? {}),
        updatedAt: ctx.now,
      },
      include: WITH_RECIPIENTS,
    });
    await recordUpdate(tx, ctx, row, saved);
    return toForm(saved);
  });
}

const LOGGED_VALUES = [
  "name",
  "status",
  "messageRetentionDays",
  "uploads.enabled",
  "uploads.retentionDays",
  "uploadTypes",
];

function toSaved(row: FormRow) {
  return { ...toForm(row), uploadTypes: toUploadTypes(row.uploadTypes) };
}

function toLogged(row: FormRow) {
  const { name, status, recipientIds, settings, uploadTypes } = toSaved(row);
  return { name, status, recipientIds, ...settings, uploadTypes: uploadTypes.join(", ") };
}

async function recordUpdate(tx: Db, ctx: Context, before: FormRow, after: FormRow): Promise<void> {
  const details = describeChanges(toLogged(before), toLogged(after), LOGGED_VALUES);
  if (details) await recordAudit(tx, ctx, { action: "form.updated", subject: after, details });
}

/** @throws {AppError} revision_conflict */
function requireChanges(
  current: ReturnType<typeof toSaved>,
  seen: SaveFormInput,
  input: SaveFormInput,
): SaveFormInput {
  const { changes, conflicts } = findChanges(current, seen, input);
  if (conflicts.length === 0) return changes;
  throw new AppError("revision_conflict", "The form has changed since you loaded it.", {
    details: conflicts.map((path) => ({ path, message: "has changed in the meantime" })),
  });
}

/** @throws {AppError} validation_failed */
async function requireFreeName(
  tx: Db,
  ctx: Context,
  formId: string,
  honeypot: string,
): Promise<void> {
  const isRouted = await isFieldRouted(tx, ctx, formId, honeypot);
  if (!isRouted && !(await isFieldListed(tx, ctx, formId, honeypot))) return;
  const message = isRouted
    ? "must not be a field used in a routing rule"
    : "must not be one of the form's fields";
  throw new AppError("validation_failed", `Invalid request: settings.honeypot ${message}.`, {
    details: [{ path: "settings.honeypot", message }],
  });
}

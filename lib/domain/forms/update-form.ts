import { byId, type Db, transaction } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { AppError, rejectInvalid } from "#lib/core/errors";
import { describeChanges, recordAudit } from "#lib/domain/audit/record-audit";
import { toStoredTypes } from "#lib/domain/forms/file-rules";
import { findChanges, mergeSettings } from "#lib/domain/forms/rules";
import { type Form, FormSettings, type SaveFormInput } from "#lib/domain/forms/schema";
import {
  type FormRow,
  lockForm,
  replaceFormRecipients,
  toForm,
  toFormOptions,
  WITH_RECIPIENTS,
} from "#lib/domain/forms/store";
import { lockRecipientsShared } from "#lib/domain/recipients/store";

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
        name: input.name,
        status: input.status,
        uploadTypes: input.uploadTypes && toStoredTypes(input.uploadTypes),
        blockedWords: input.blockedWords,
        spamRetentionDays: input.spamRetentionDays,
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
  return { ...toForm(row), ...toFormOptions(row) };
}

function toLogged(row: FormRow) {
  const { name, status, recipientIds, settings, uploadTypes } = toSaved(row);
  return { name, status, recipientIds, ...settings, uploadTypes: uploadTypes.join(", ") };
}

async function recordUpdate(tx: Db, ctx: Context, before: FormRow, after: FormRow): Promise<void> {
  const subject = after;
  const details = describeChanges(toLogged(before), toLogged(after), LOGGED_VALUES);
  if (details) await recordAudit(tx, ctx, { action: "form.updated", subject, details });
  const { blockedWords: words, spamRetentionDays: days } = after;
  if (words.join("\n") !== before.blockedWords.join("\n")) {
    // Logs no words, because some are too offensive.
    const count = { words: words.length };
    await recordAudit(tx, ctx, { action: "form.blocked_words_saved", subject, details: count });
  }
  if (days !== before.spamRetentionDays)
    await recordAudit(tx, ctx, { action: "form.spam_retention_saved", subject, details: { days } });
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
  const own = Prisma.sql`workspace_id = ${ctx.workspaceId}::uuid AND form_id = ${formId}::uuid`;
  const [used] = await tx.$queryRaw<{ isRouted: boolean; isListed: boolean }[]>`
    SELECT
      EXISTS (SELECT FROM routings, jsonb_array_elements(rules) AS rule
        WHERE ${own} AND rule ->> 'field' = ${honeypot}) AS "isRouted",
      EXISTS (SELECT FROM form_fields, jsonb_array_elements(fields) AS field
        WHERE ${own} AND field ->> 'name' = ${honeypot}) AS "isListed"`;
  if (!used?.isRouted && !used?.isListed) return;
  const message = used.isRouted
    ? "must not be a field used in a routing rule"
    : "must not be one of the form's fields";
  rejectInvalid([{ path: "settings.honeypot", message }]);
}

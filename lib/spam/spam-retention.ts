import { recordAudit } from "#lib/audit/record-audit";
import type { Context } from "#lib/core/context";
import { byId, db, touchForm, transaction } from "#lib/db/database";
import { requireForm } from "#lib/forms/store";
import type { SpamRetentionInput } from "#lib/spam/schema";

/** Returns how many days a form keeps spam; null if until someone deletes it. @throws {AppError} not_found */
export async function getSpamRetention(ctx: Context, formId: string): Promise<number | null> {
  return (await requireForm(db(), ctx, formId)).spamRetentionDays;
}

/**
 * Sets how many days a form keeps spam, counted from its arrival. Maintenance then deletes what is older. Not
 * part of `/v1`.
 *
 * @throws {AppError} not_found
 */
export async function saveSpamRetention(
  ctx: Context,
  formId: string,
  { spamRetentionDays }: SpamRetentionInput,
): Promise<void> {
  await transaction(async (tx) => {
    const subject = await touchForm(tx, ctx, formId);
    const before = await requireForm(tx, ctx, formId);
    if (before.spamRetentionDays === spamRetentionDays) return;
    await tx.form.update({ where: byId(ctx, formId), data: { spamRetentionDays } });
    await recordAudit(tx, ctx, {
      action: "form.spam_retention_saved",
      subject,
      details: { days: spamRetentionDays },
    });
  });
}

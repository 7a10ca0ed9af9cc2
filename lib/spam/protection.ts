import { recordAudit } from "#lib/audit/record-audit";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { byId, db, touchForm, transaction } from "#lib/db/database";
import { requireForm } from "#lib/forms/store";
import type { SpamRetentionInput } from "#lib/spam/schema";

/** A form's blocked words, as typed. @throws {AppError} not_found */
export async function getBlockedWords(ctx: Context, formId: string): Promise<string[]> {
  return (await requireForm(db(), ctx, formId)).blockedWords;
}

/**
 * Replaces a form's blocked words. Intake uses them when this returns. Not part of `/v1`.
 *
 * @param words - parsed by `BlockedWordsInput`
 * @param seen - the words that the author saw: a later save by someone else isn't overwritten
 * @throws {AppError} not_found; revision_conflict
 */
export async function saveBlockedWords(
  ctx: Context,
  formId: string,
  words: readonly string[],
  seen?: string,
): Promise<void> {
  await transaction(async (tx) => {
    const subject = await touchForm(tx, ctx, formId);
    const { blockedWords } = await requireForm(tx, ctx, formId);
    if (seen !== undefined && seen !== serializeWords(blockedWords))
      throw new AppError("revision_conflict", "The words have changed since you loaded them.");
    if (serializeWords(words) === serializeWords(blockedWords)) return;
    await tx.form.update({ where: byId(ctx, formId), data: { blockedWords: [...words] } });
    await recordAudit(tx, ctx, {
      action: "form.blocked_words_saved",
      subject,
      // Not the words: some are too offensive for a log.
      details: { words: words.length },
    });
  });
}

/** The words as their author saw them, sent back on save. */
export function serializeWords(words: readonly string[]): string {
  return words.join("\n");
}

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

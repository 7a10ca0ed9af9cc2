import { recordAudit } from "#lib/audit/record-audit";
import type { AuditAction } from "#lib/audit/schema";
import type { Context } from "#lib/core/context";
import { formatCount } from "#lib/core/count";
import { AppError } from "#lib/core/errors";
import { addressKey } from "#lib/core/text";
import { byId, type Db, db, lockInTransaction, touchForm, transaction } from "#lib/db/database";
import { requireForm } from "#lib/forms/store";
import { type BlockedSender, MAX_BLOCKED_SENDERS, type SpamRetentionInput } from "#lib/spam/schema";

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

/** The workspace's block list, newest first. At most {@link MAX_BLOCKED_SENDERS}. */
export async function listBlockedSenders(ctx: Context): Promise<BlockedSender[]> {
  const rows = await db().blockedSender.findMany({
    where: { workspaceId: ctx.workspaceId },
    orderBy: [{ createdAt: "desc" }, { entry: "asc" }],
  });
  return rows.map(({ entry, createdAt }) => ({ entry, createdAt: createdAt.getTime() }));
}

/** Returns whether the list names exactly this address. */
export async function isAddressBlocked(ctx: Context, address: string): Promise<boolean> {
  const { workspaceId } = ctx;
  const where = { workspaceId, entry: addressKey(address) };
  return (await db().blockedSender.count({ where })) > 0;
}

/**
 * Sends future messages from a sender to spam, on all forms of the workspace. Intake does so when this
 * returns. A sender that is on the list stays on it. Not part of `/v1`.
 *
 * @param entry - parsed by `BlockedSenderInput`
 * @returns whether it wasn't on the list before
 * @throws {AppError} block_list_full
 */
export async function addBlockedSender(ctx: Context, entry: string): Promise<boolean> {
  const { workspaceId } = ctx;
  return transaction(async (tx) => {
    await lockList(tx, ctx);
    if ((await tx.blockedSender.count({ where: { workspaceId, entry } })) > 0) return false;
    if ((await tx.blockedSender.count({ where: { workspaceId } })) >= MAX_BLOCKED_SENDERS)
      throw new AppError(
        "block_list_full",
        `The block list already has ${formatCount(MAX_BLOCKED_SENDERS)} entries. Unblock a sender, or block a domain instead of its addresses.`,
      );
    await tx.blockedSender.create({ data: { workspaceId, entry, createdAt: ctx.now } });
    await afterChange(tx, ctx, "sender.blocked", entry);
    return true;
  });
}

/** Takes a sender off the block list, if it's there. Earlier messages stay in spam. */
export async function removeBlockedSender(ctx: Context, entry: string): Promise<void> {
  await transaction(async (tx) => {
    await lockList(tx, ctx);
    const where = { workspaceId: ctx.workspaceId, entry };
    const { count } = await tx.blockedSender.deleteMany({ where });
    if (count > 0) await afterChange(tx, ctx, "sender.unblocked", entry);
  });
}

function lockList(tx: Db, ctx: Context): Promise<void> {
  return lockInTransaction(tx, `blocked-senders:${ctx.workspaceId}`);
}

/** Makes intake reload the workspace's forms, and records the change without a person's address. */
async function afterChange(tx: Db, ctx: Context, action: AuditAction, entry: string) {
  await tx.$executeRaw`
    UPDATE forms SET version = version WHERE (workspace_id, id) IN (
      SELECT workspace_id, id FROM forms
      WHERE workspace_id = ${ctx.workspaceId}::uuid AND deleted_at IS NULL
      ORDER BY id FOR NO KEY UPDATE
    )`;
  const domain = entry.slice(entry.lastIndexOf("@"));
  const name = entry === domain ? domain : `an address ${domain}`;
  await recordAudit(tx, ctx, { action, subject: { name } });
}

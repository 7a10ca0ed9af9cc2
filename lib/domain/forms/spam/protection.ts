import { type Db, db, lockInTransaction, transaction } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { formatCount } from "#lib/core/count";
import { addressKey } from "#lib/core/email-address";
import { AppError } from "#lib/core/errors";
import { recordAudit } from "#lib/domain/audit/record-audit";
import type { AuditAction } from "#lib/domain/audit/schema";
import { type BlockedSender, MAX_BLOCKED_SENDERS } from "#lib/domain/forms/spam/schema";

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

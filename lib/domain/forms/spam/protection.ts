import { type Db, db, lockInTransaction, transaction } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { formatCount } from "#lib/core/count";
import { addressKey } from "#lib/core/email-address";
import { AppError } from "#lib/core/errors";
import { recordAudit } from "#lib/domain/audit/record-audit";
import type { AuditAction } from "#lib/domain/audit/schema";
import type { SenderList } from "#lib/domain/forms/spam/rules";
import { type ListedSender, MAX_SENDERS } from "#lib/domain/forms/spam/schema";
import { reloadForms } from "#lib/domain/forms/store";

const OTHER_LIST = { blocked: "safe", safe: "blocked" } as const;
const ACTIONS = {
  blocked: { added: "sender.blocked", removed: "sender.unblocked" },
  safe: { added: "sender.trusted", removed: "sender.untrusted" },
} as const satisfies Record<SenderList, Record<"added" | "removed", AuditAction>>;
const FULL = {
  blocked: `The block list already has ${formatCount(MAX_SENDERS)} entries. Unblock a sender, or block a domain instead of its addresses.`,
  safe: `The list of safe senders already has ${formatCount(MAX_SENDERS)} entries. Remove one, or add a domain instead of its addresses.`,
};

/** Returns the table of a list. Both have the same columns. */
function tableOf(tx: Db, list: SenderList) {
  return list === "blocked" ? tx.blockedSender : (tx.safeSender as unknown as Db["blockedSender"]);
}

/**
 * Lists the workspace's blocked and safe senders, newest first. At most {@link MAX_SENDERS} each.
 */
export async function listSenders(ctx: Context): Promise<Record<SenderList, ListedSender[]>> {
  const rows = await queryRows<{ list: SenderList; entry: string; createdAt: Date }>(db(), {
    list: "text",
    entry: "text",
    createdAt: "timestamptz",
  })`
    SELECT 'blocked' AS list, entry, created_at AS "createdAt" FROM blocked_senders
    WHERE workspace_id = ${ctx.workspaceId}::uuid
    UNION ALL
    SELECT 'safe', entry, created_at FROM safe_senders WHERE workspace_id = ${ctx.workspaceId}::uuid
    ORDER BY "createdAt" DESC, entry`;
  const of = (list: SenderList) =>
    rows
      .filter((row) => row.list === list)
      .map(({ entry, createdAt }) => ({ entry, createdAt: createdAt.getTime() }));
  return { blocked: of("blocked"), safe: of("safe") };
}

/** Returns the list that contains exactly this address. At most one does. */
export async function findListOf(ctx: Context, address: string): Promise<SenderList | null> {
  const where = { workspaceId: ctx.workspaceId, entry: addressKey(address) };
  if ((await db().blockedSender.count({ where })) > 0) return "blocked";
  return (await db().safeSender.count({ where })) > 0 ? "safe" : null;
}

/**
 * Adds a sender to a list: their future messages go to spam, or their content is never judged, on all forms of the
 * workspace. Intake follows the list when this returns. A sender that is already on the list stays on it; one that is
 * on the other list moves. Not part of `/v1`.
 *
 * @param entry - parsed by `SenderInput`
 * @returns whether it wasn't on the list before
 * @throws {AppError} block_list_full
 */
export async function addSender(ctx: Context, list: SenderList, entry: string): Promise<boolean> {
  const { workspaceId } = ctx;
  return transaction(async (tx) => {
    await lockLists(tx, ctx);
    const table = tableOf(tx, list);
    if ((await table.count({ where: { workspaceId, entry } })) > 0) return false;
    if ((await table.count({ where: { workspaceId } })) >= MAX_SENDERS)
      throw new AppError("block_list_full", FULL[list]);
    await table.create({ data: { workspaceId, entry, createdAt: ctx.now } });
    await tableOf(tx, OTHER_LIST[list]).deleteMany({ where: { workspaceId, entry } });
    await afterChange(tx, ctx, ACTIONS[list].added, entry);
    return true;
  });
}

/** Removes a sender from a list, if it's on it. Earlier messages aren't moved. */
export async function removeSender(ctx: Context, list: SenderList, entry: string): Promise<void> {
  await transaction(async (tx) => {
    await lockLists(tx, ctx);
    const where = { workspaceId: ctx.workspaceId, entry };
    const { count } = await tableOf(tx, list).deleteMany({ where });
    if (count > 0) await afterChange(tx, ctx, ACTIONS[list].removed, entry);
  });
}

function lockLists(tx: Db, ctx: Context): Promise<void> {
  return lockInTransaction(tx, `blocked-senders:${ctx.workspaceId}`);
}

/** Logs the change without any personal email address. */
async function afterChange(tx: Db, ctx: Context, action: AuditAction, entry: string) {
  await reloadForms(tx, ctx);
  const domain = entry.slice(entry.lastIndexOf("@"));
  const name = entry === domain ? domain : `an address ${domain}`;
  await recordAudit(tx, ctx, { action, subject: { name } });
}

import { hashReplyAddress } from "#lib/autoresponder/opt-out";
import type { Autoresponder } from "#lib/autoresponder/schema";
import type { Context } from "#lib/core/context";
import { type Db, db } from "#lib/db/database";
import type { Autoresponder as AutoresponderRow } from "#lib/db/generated/client";
import { requireForm } from "#lib/forms/store";

export function toAutoresponder(row: AutoresponderRow): Autoresponder {
  return {
    revision: row.revision,
    enabled: row.enabled,
    subject: row.subject,
    message: row.message,
    replyRecipientId: row.replyRecipientId,
    updatedAt: row.updatedAt.getTime(),
  };
}

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

/** Whether this address opted out of the workspace's auto-replies. */
export async function isOptedOut(tx: Db, ctx: Context, email: string): Promise<boolean> {
  const { workspaceId } = ctx;
  const addressHash = hashReplyAddress(workspaceId, email);
  return (await tx.replyOptOut.count({ where: { workspaceId, addressHash } })) > 0;
}

/** A form's auto-reply, or null before the first save. @throws {AppError} not_found */
export async function getAutoresponder(
  ctx: Context,
  formId: string,
): Promise<Autoresponder | null> {
  await requireForm(db(), ctx, formId);
  const row = await findAutoresponder(db(), ctx, formId);
  return row ? toAutoresponder(row) : null;
}

import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { getUsage } from "#lib/usage/get-usage";

/** What a workspace holds, in numbers: what is lost with it. */
export type WorkspaceSize = {
  forms: number;
  /** In all folders. */
  messages: number;
  /** Text of messages and files. */
  storageBytes: number;
  recipients: number;
  /** Tokens that work at this moment. */
  tokens: number;
  capturedMails: number;
  members: number;
};

export async function measureWorkspace(ctx: Context): Promise<WorkspaceSize> {
  const { workspaceId } = ctx;
  const [usage, forms, recipients, tokens, capturedMails, members] = await Promise.all([
    getUsage(ctx),
    db().form.count({ where: { workspaceId, deletedAt: null } }),
    db().recipient.count({ where: { workspaceId } }),
    db().token.count({ where: { workspaceId, revokedAt: null, expiresAt: { gt: ctx.now } } }),
    db().capturedEmail.count({ where: { workspaceId } }),
    db().membership.count({ where: { workspaceId } }),
  ]);
  const messages = Object.values(usage.folders).reduce((sum, count) => sum + count, 0);
  const { storageBytes } = usage;
  return { forms, messages, storageBytes, recipients, tokens, capturedMails, members };
}

import type { Db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { isOptedOut } from "#lib/domain/emails/auto-reply/autoresponder";
import { WAITING } from "#lib/domain/submissions/schema";

/** Returns the reason that no one can write to the sender of a submission; null if they can. */
export async function findObstacle(
  tx: Db,
  ctx: Context,
  { folder, sender }: { folder: string; sender: { email: string | null } },
): Promise<string | null> {
  if (sender.email === null) return "This message has no email address to reply to.";
  if (folder === WAITING)
    return "This message waits for its visitor’s confirmation. You can reply once they’ve confirmed it.";
  if (await isOptedOut(tx, ctx, sender.email))
    return `${sender.email} can’t be written to: an email to this address came back, or its owner doesn’t want any more from this workspace.`;
  return null;
}

import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { MAX_RECIPIENTS, type Recipient } from "#lib/recipients/schema";
import { toRecipient } from "#lib/recipients/store";

/** All recipients of the workspace, oldest first. */
export async function listRecipients(ctx: Context): Promise<Recipient[]> {
  const rows = await db().recipient.findMany({
    where: { workspaceId: ctx.workspaceId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: MAX_RECIPIENTS,
  });
  return rows.map(toRecipient);
}

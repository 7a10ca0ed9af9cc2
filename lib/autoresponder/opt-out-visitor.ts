import { readOptOutToken } from "#lib/autoresponder/opt-out-token";
import { db } from "#lib/db/database";

/** What an opt-out link is worth. */
export type OptOutState = "open" | "already_opted_out" | "invalid";

/** Looks at a link and changes nothing: mail scanners follow links. */
export async function findOptOut(token: string): Promise<OptOutState> {
  const address = readOptOutToken(token);
  if (!address) return "invalid";
  const count = await db().replyOptOut.count({ where: address });
  return count === 0 ? "open" : "already_opted_out";
}

/**
 * No more replies of this workspace to the address behind a link, for good. The link itself is the
 * proof, so no context is needed.
 *
 * @returns what the link was worth before: `open` means that the address is opted out now
 */
export async function optOutVisitor(token: string, now: Date): Promise<OptOutState> {
  const address = readOptOutToken(token);
  if (!address) return "invalid";
  const { workspaceId, addressHash } = address;
  const count = await db().$executeRaw`
    INSERT INTO reply_opt_outs (workspace_id, address_hash, created_at)
    SELECT id, ${addressHash}, ${now} FROM workspaces WHERE id = ${workspaceId}::uuid
    ON CONFLICT (workspace_id, address_hash) DO NOTHING`;
  return count === 0 ? "already_opted_out" : "open";
}

import { pool } from "#lib/adapters/db/database";
import { queryPrepared } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { addressKey } from "#lib/core/email-address";
import { singleton } from "#lib/core/singleton";

/** The conditions match those of the index. */
const FIND_KNOWN = `
SELECT EXISTS (
  SELECT FROM submissions WHERE workspace_id = $1::uuid AND lower(email) = lower($2)
    AND (spam_label = 'not_spam' OR confirmed_at IS NOT NULL)
) AS "isKnown"`;

/**
 * How long an unknown sender is cached, so that a flood from one address doesn't cost a lookup for each message.
 * Other processes notice a new known sender after this time.
 */
const UNKNOWN_MS = 30_000;
const MAX_UNKNOWN = 1_000;

/** Senders that were unknown recently, by workspace and address, with the time of that lookup. */
const unknown = singleton("spam-unknown-senders", () => new Map<string, number>());

/**
 * Returns whether the workspace knows an address: someone moved a message of it out of spam, or its owner confirmed a
 * message. Such senders aren't judged.
 */
export async function isKnownSender({ workspaceId, now }: Context, address: string) {
  const key = `${workspaceId} ${addressKey(address)}`;
  const at = now.getTime();
  const foundAt = unknown.get(key);
  if (foundAt !== undefined && at - foundAt < UNKNOWN_MS) return false;
  const statement = { text: FIND_KNOWN, values: [workspaceId, address] };
  const [row] = await queryPrepared<{ isKnown: boolean }>(pool(), { isKnown: "bool" }, statement);
  if (row?.isKnown === true) return true;
  unknown.delete(key);
  const oldest = unknown.size >= MAX_UNKNOWN ? unknown.keys().next().value : undefined;
  if (oldest !== undefined) unknown.delete(oldest);
  unknown.set(key, at);
  return false;
}

/** Clears the cache after someone has decided about a message. */
export function forgetUnknownSenders(): void {
  unknown.clear();
}

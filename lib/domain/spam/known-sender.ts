import { pool } from "#lib/adapters/db/database";
import { queryPrepared } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";

/** The conditions are those of the index. */
const FIND_KNOWN = `
SELECT EXISTS (
  SELECT FROM submissions WHERE workspace_id = $1::uuid AND lower(email) = lower($2)
    AND (spam_label = 'not_spam' OR confirmed_at IS NOT NULL)
) AS "isKnown"`;

/**
 * Returns whether the workspace knows an address: someone moved a message of it out of spam, or its owner confirmed a
 * message. Such senders aren't judged.
 */
export async function isKnownSender({ workspaceId }: Context, address: string): Promise<boolean> {
  const statement = { text: FIND_KNOWN, values: [workspaceId, address] };
  const [row] = await queryPrepared<{ isKnown: boolean }>(pool(), statement, { isKnown: "bool" });
  return row?.isKnown === true;
}

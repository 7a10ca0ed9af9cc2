import { pool } from "#lib/db/database";
import type { Claim } from "#lib/outbox/claim-due";

/**
 * Gives a claimed entry back, to be claimed again at `dueAt`.
 *
 * @returns false when the lease had ended and another worker holds the entry: nothing was changed
 */
export async function postponeClaim(claim: Claim, dueAt: Date): Promise<boolean> {
  const { rowCount } = await pool().query(
    "UPDATE outbox SET due_at = $3, claim_token = NULL WHERE id = $1 AND claim_token = $2",
    [claim.entryId, claim.token, dueAt],
  );
  return rowCount === 1;
}

/**
 * Forgets an entry whose work is done or owed to nobody any more.
 *
 * @returns false when the lease had ended and another worker holds the entry: nothing was changed
 */
export async function dropClaim(claim: Claim): Promise<boolean> {
  const { rowCount } = await pool().query("DELETE FROM outbox WHERE id = $1 AND claim_token = $2", [
    claim.entryId,
    claim.token,
  ]);
  return rowCount === 1;
}

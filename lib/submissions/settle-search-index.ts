import { processWide } from "#lib/core/process-wide";
import { pool } from "#lib/db/database";

const GAP_MS = 5_000;

/**
 * Works what was accepted lately into the search index, at most every 5 seconds in a process. Nothing
 * is missing from a search before; it only takes longer.
 */
export async function settleSearchIndex(now: Date): Promise<void> {
  const last = processWide("search-index-settled", () => ({ at: new Date(0) }));
  if (now.getTime() - last.at.getTime() < GAP_MS) return;
  last.at = now;
  await pool().query("SELECT gin_clean_pending_list('submissions_search_idx')");
}

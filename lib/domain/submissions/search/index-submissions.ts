import { pool } from "#lib/adapters/db/database";

const BATCH = 500;
/** A run of the drain and this one fit into the minute of a serverless function. */
const BUDGET_MS = 10_000;

/**
 * Adds submissions to the search index. It's a partial index that acceptance skips, because adding the
 * trigrams of a text takes about as long as storing the submission. Search compares rows outside the index one
 * by one, so this job may be skipped, stopped, or run twice concurrently without harm.
 *
 * @returns how many submissions were added
 */
export async function indexSubmissions(budgetMs = BUDGET_MS): Promise<number> {
  const endsAt = performance.now() + budgetMs;
  let indexed = 0;
  for (let added = BATCH; added === BATCH && performance.now() < endsAt; indexed += added)
    added = await indexBatch();
  return indexed;
}

async function indexBatch(): Promise<number> {
  const { rowCount } = await pool().query(
    `UPDATE submissions s SET search_indexed = true
    FROM (
      SELECT workspace_id, id FROM submissions WHERE NOT search_indexed
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    ) waiting
    WHERE s.workspace_id = waiting.workspace_id AND s.id = waiting.id`,
  );
  return rowCount ?? 0;
}

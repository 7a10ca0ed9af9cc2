import type { Position } from "#lib/core/cursor";
import { log } from "#lib/core/log";
import { pool } from "#lib/db/database";
import { readSettledTime } from "#lib/db/settled-rows";
import { indexNext, rebuildSegment } from "#lib/search/index-workspace";
import { listWorkspaces } from "#lib/search/list-workspaces";

/** Workspaces with fewer submissions that aren't indexed wait for more: searching those is fast. */
const MIN_UNINDEXED = 1_024;
const DAY_MS = 86_400_000;

/**
 * Brings the search index up to date: indexes new, late and moved submissions, merges small segments, and
 * rebuilds segments of which submissions were deleted, so that no trace of their text remains. Each
 * segment is checked for that once a day. Searches find everything at any time, so this may be stopped
 * anywhere, skipped, or run twice at once.
 *
 * See {@link searchSubmissions} for how the index works.
 *
 * @param workspaces - `active`: those that received submissions today or yesterday, or have some in the backlog
 * @param minUnindexed - workspaces with fewer submissions that aren't indexed are left out
 * @yields after each segment, how many submissions were indexed
 */
export async function* indexSubmissions(
  now: Date,
  workspaces: "all" | "active",
  minUnindexed: number = MIN_UNINDEXED,
): AsyncGenerator<number> {
  const settledAt = await readSettledTime();
  if (!settledAt)
    log().info({ job: "search" }, "new messages wait to be indexed: a transaction doesn't end");
  const activeSince = workspaces === "active" ? new Date(now.getTime() - DAY_MS) : null;
  let waiting = await listWorkspaces(minUnindexed, activeSince);
  // In turns, so that a workspace with a lot to index doesn't keep the others waiting.
  while (waiting.length > 0) {
    const next: string[] = [];
    for (const workspaceId of waiting) {
      const indexed = await indexNext({ workspaceId, settledAt, minUnindexed, now });
      if (indexed === null) continue;
      next.push(workspaceId);
      yield indexed;
    }
    waiting = next;
  }
  for (;;) {
    const segment = await checkNextSegment(now);
    if (!segment) return;
    const { workspaceId, newest, isIntact } = segment;
    yield isIntact ? 0 : ((await rebuildSegment(workspaceId, newest, now)) ?? 0);
  }
}

type CheckedRow = {
  workspace_id: string;
  newest_at: Date;
  newest_id: string;
  is_intact: boolean;
};

/**
 * Checks whether all submissions of the segment that was checked longest ago still exist. null if each
 * was checked within a day.
 */
async function checkNextSegment(
  now: Date,
): Promise<{ workspaceId: string; newest: Position; isIntact: boolean } | null> {
  const { rows } = await pool().query<CheckedRow>(
    `WITH checked AS (
      UPDATE search_parts SET checked_at = $2 WHERE (workspace_id, id) = (
        SELECT workspace_id, id FROM search_parts WHERE checked_at < $1
        ORDER BY checked_at LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      RETURNING *
    )
    SELECT c.workspace_id, c.newest_at, c.newest_id, (
        SELECT count(*) FROM generate_series(0, c.size - 1) AS m(position)
        WHERE EXISTS (SELECT FROM submissions
          WHERE workspace_id = c.workspace_id AND id = encode(substr(c.submission_ids, m.position * 16 + 1, 16), 'hex')::uuid)
      ) = c.size AS is_intact
    FROM checked c`,
    [new Date(now.getTime() - DAY_MS), now],
  );
  const [row] = rows;
  if (!row) return null;
  const newest = { at: row.newest_at, id: row.newest_id };
  return { workspaceId: row.workspace_id, newest, isIntact: row.is_intact };
}

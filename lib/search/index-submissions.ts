import { pool } from "#lib/db/database";
import { buildSegment } from "#lib/search/build-segment";
import { type IndexRange, planIndexing } from "#lib/search/plan-indexing";

/** Workspaces with fewer submissions in the backlog wait for more: searching those is fast. */
const MIN_BACKLOG = 1_024;
const DAY_MS = 86_400_000;

/**
 * Brings the search index up to date: indexes the backlog of all workspaces, merges small segments, and
 * rebuilds segments of which submissions were deleted, so that no trace of their text remains. Each
 * segment is checked for that once a day. Searches find everything at any time, so this may be stopped
 * anywhere, skipped, or run twice at once.
 *
 * See {@link searchSubmissions} for how the index works.
 *
 * @param minBacklog - workspaces with a shorter backlog are left out
 * @yields after each segment, how many submissions were indexed
 */
export async function* indexSubmissions(
  now: Date,
  minBacklog: number = MIN_BACKLOG,
): AsyncGenerator<number> {
  for (const workspaceId of await listWorkspaces(minBacklog))
    for (;;) {
      const range = await planIndexing(workspaceId, now, minBacklog);
      const isIndexed = range && (yield* indexRange(workspaceId, range, now));
      if (!isIndexed) break;
    }
  for (;;) {
    const segment = await checkNextSegment(now);
    if (!segment) return;
    const { workspaceId, range, isIntact } = segment;
    if (isIntact) yield 0;
    else yield* indexRange(workspaceId, range, now);
  }
}

/** @returns false if another process indexes or changes the same submissions: a later run continues */
async function* indexRange(
  workspaceId: string,
  range: IndexRange,
  now: Date,
): AsyncGenerator<number, boolean> {
  for (let rest: IndexRange | null = range; rest; ) {
    const built = await buildSegment(workspaceId, rest, now);
    if (!built) return false;
    yield built.indexed;
    rest = built.rest;
  }
  return true;
}

/** Workspaces whose backlog is worth indexing, the longest backlog first. */
async function listWorkspaces(minBacklog: number): Promise<string[]> {
  const { rows } = await pool().query<{ workspace_id: string }>(
    `SELECT workspace_id FROM search_backlog GROUP BY workspace_id
    HAVING count(*) >= $1 ORDER BY count(*) DESC`,
    [minBacklog],
  );
  return rows.map((row) => row.workspace_id);
}

type CheckedRow = {
  workspace_id: string;
  newest_at: Date;
  newest_id: string;
  after_at: Date | null;
  after_id: string | null;
  is_intact: boolean;
};

/**
 * Checks whether all submissions of the segment that was checked longest ago still exist. null if each
 * was checked within a day.
 */
async function checkNextSegment(
  now: Date,
): Promise<{ workspaceId: string; range: IndexRange; isIntact: boolean } | null> {
  const { rows } = await pool().query<CheckedRow>(
    `WITH checked AS (
      UPDATE search_parts SET checked_at = $2 WHERE (workspace_id, id) = (
        SELECT workspace_id, id FROM search_parts WHERE checked_at < $1
        ORDER BY checked_at LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      RETURNING *
    )
    SELECT c.workspace_id, c.newest_at, c.newest_id, o.newest_at AS after_at,
      o.newest_id AS after_id, (
        SELECT count(*) FROM generate_series(0, c.size - 1) AS m(position)
        WHERE EXISTS (SELECT FROM submissions
          WHERE workspace_id = c.workspace_id AND id = encode(substr(c.submission_ids, m.position * 16 + 1, 16), 'hex')::uuid)
      ) = c.size AS is_intact
    FROM checked c LEFT JOIN LATERAL (
      SELECT newest_at, newest_id FROM search_parts
      WHERE workspace_id = c.workspace_id AND (newest_at, newest_id) < (c.newest_at, c.newest_id)
      ORDER BY newest_at DESC, newest_id DESC LIMIT 1
    ) o ON true`,
    [new Date(now.getTime() - DAY_MS), now],
  );
  const [row] = rows;
  if (!row) return null;
  const after = row.after_at && row.after_id ? { at: row.after_at, id: row.after_id } : null;
  const range = { after, upTo: { at: row.newest_at, id: row.newest_id } };
  return { workspaceId: row.workspace_id, range, isIntact: row.is_intact };
}

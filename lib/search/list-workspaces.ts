import { utcDay } from "#lib/core/moment";
import { pool } from "#lib/db/database";
import { INDEXED_FOLDERS } from "#lib/search/plan-indexing";

const WORKSPACES_AT_ONCE = 500;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * $1 the last workspace before, $2 folders, $3 the least number of submissions, $4 the first day of activity
 * (null: all workspaces). Every step is an index range of limited length; OFFSET 0 keeps it one.
 */
const LIST = `
  SELECT w.id, added.count + moved.count >= $3 AS is_worth_it
  FROM (
    SELECT id FROM workspaces WHERE id > $1 AND ($4::date IS NULL
      OR EXISTS (SELECT FROM usage_slots WHERE workspace_id = workspaces.id AND day >= $4 OFFSET 0)
      OR EXISTS (SELECT FROM search_backlog WHERE workspace_id = workspaces.id OFFSET 0))
    ORDER BY id LIMIT ${WORKSPACES_AT_ONCE}
  ) w
  LEFT JOIN LATERAL (
    SELECT newest_at, newest_id FROM search_parts WHERE workspace_id = w.id
    ORDER BY newest_at DESC, newest_id DESC LIMIT 1
  ) p ON true
  CROSS JOIN LATERAL (
    SELECT coalesce(p.newest_at, '-infinity') AS at, coalesce(p.newest_id, '${FIRST_ID}') AS id
  ) e
  CROSS JOIN LATERAL (
    SELECT count(*) FROM unnest($2::text[]) AS d(folder) CROSS JOIN LATERAL (
      SELECT FROM submissions s WHERE s.workspace_id = w.id AND s.folder = d.folder
        AND (s.received_at, s.id) > (e.at, e.id)
      ORDER BY s.received_at DESC, s.id DESC LIMIT $3
    ) s
  ) added
  CROSS JOIN LATERAL (
    SELECT count(*) FROM (
      SELECT FROM search_backlog b WHERE b.workspace_id = w.id
        AND (b.received_at, b.submission_id) <= (e.at, e.id)
      ORDER BY b.received_at, b.submission_id LIMIT $3
    ) b
  ) moved
  ORDER BY w.id`;

/**
 * The workspaces with at least `minUnindexed` submissions that aren't indexed.
 *
 * @param activeSince - leaves out those that have received none since this day, and have moved none.
 * null: looks at all workspaces
 */
export async function listWorkspaces(
  minUnindexed: number,
  activeSince: Date | null,
): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    const batch = await readBatch(after, minUnindexed, activeSince);
    found.push(...batch.filter((row) => row.is_worth_it).map((row) => row.id));
    after = batch.at(-1)?.id;
  }
  return found;
}

type Row = { id: string; is_worth_it: boolean };

async function readBatch(
  after: string,
  minUnindexed: number,
  activeSince: Date | null,
): Promise<Row[]> {
  const since = activeSince && utcDay(activeSince);
  const { rows } = await pool().query<Row>(LIST, [after, INDEXED_FOLDERS, minUnindexed, since]);
  return rows;
}

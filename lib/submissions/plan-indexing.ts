import type { Position } from "#lib/core/cursor";
import { pool } from "#lib/db/database";
import {
  chooseRange,
  type IndexRange,
  MAX_PART_MESSAGES,
  type NewMessages,
  type PartState,
} from "#lib/submissions/indexing-rules";

/** Messages are committed in about the order in which they are received: those of a moment belong together. */
const SETTLED_MS = 10_000;

/** Workspaces with so many messages that the index does not know, those with the most first. */
export async function listUnindexedWorkspaces(minBacklog: number): Promise<string[]> {
  const { rows } = await pool().query<{ workspace_id: string }>(
    `SELECT workspace_id FROM search_backlog GROUP BY workspace_id
    HAVING count(*) >= $1 ORDER BY count(*) DESC`,
    [minBacklog],
  );
  return rows.map((row) => row.workspace_id);
}

/** What of a workspace is to be indexed next; null when nothing is worth it. */
export async function planIndexing(
  workspaceId: string,
  now: Date,
  minBacklog: number,
): Promise<IndexRange | null> {
  const parts = await readParts(workspaceId);
  const news = await readNews(workspaceId, parts.at(-1)?.upTo ?? null, now);
  return chooseRange(parts, news, minBacklog);
}

type PartRow = {
  newest_at: Date;
  newest_id: string;
  size: number;
  text_bytes: number;
  late_count: number;
};

async function readParts(workspaceId: string): Promise<PartState[]> {
  const { rows } = await pool().query<PartRow>(
    `SELECT p.newest_at, p.newest_id, p.size, p.text_bytes, late.count::int AS late_count
    FROM (
      SELECT *, lag(newest_at, 1, '-infinity') OVER w AS after_at,
        lag(newest_id, 1, '00000000-0000-0000-0000-000000000000') OVER w AS after_id
      FROM search_parts WHERE workspace_id = $1 WINDOW w AS (ORDER BY newest_at, newest_id)
    ) p
    CROSS JOIN LATERAL (
      SELECT count(*) FROM search_backlog b WHERE b.workspace_id = $1
        AND (b.received_at, b.submission_id) > (p.after_at, p.after_id)
        AND (b.received_at, b.submission_id) <= (p.newest_at, p.newest_id)
    ) late
    ORDER BY p.newest_at, p.newest_id`,
    [workspaceId],
  );
  let after: Position | null = null;
  return rows.map((row) => {
    const upTo = { at: row.newest_at, id: row.newest_id };
    const state = {
      after,
      upTo,
      size: row.size,
      textBytes: row.text_bytes,
      lateCount: row.late_count,
    };
    after = upTo;
    return state;
  });
}

async function readNews(
  workspaceId: string,
  after: Position | null,
  now: Date,
): Promise<NewMessages> {
  const { rows } = await pool().query<{ received_at: Date; submission_id: string; n: number }>(
    `SELECT received_at, submission_id, n FROM (
      SELECT *, row_number() OVER (ORDER BY received_at, submission_id)::int AS n FROM (
        SELECT received_at, submission_id FROM search_backlog
        WHERE workspace_id = $1 AND received_at <= $2
          AND ($3::timestamptz IS NULL OR (received_at, submission_id) > ($3, $4::uuid))
        ORDER BY received_at, submission_id LIMIT ${MAX_PART_MESSAGES}
      ) news
    ) numbered
    ORDER BY n DESC LIMIT 1`,
    [workspaceId, new Date(now.getTime() - SETTLED_MS), after?.at ?? null, after?.id ?? null],
  );
  const [last] = rows;
  if (!last) return { count: 0, last: null };
  return { count: last.n, last: { at: last.received_at, id: last.submission_id } };
}

type CheckedRow = {
  workspace_id: string;
  newest_at: Date;
  newest_id: string;
  after_at: Date | null;
  after_id: string | null;
  is_whole: boolean;
};

/**
 * Compares the part of the index that has not been looked at for longest with the messages themselves.
 *
 * @param before - parts that were looked at since then are left out
 * @returns its range, and whether all its messages are still there; null where there is no such part
 */
export async function checkOldestPart(
  before: Date,
  now: Date,
): Promise<{ workspaceId: string; range: IndexRange; isWhole: boolean } | null> {
  const { rows } = await pool().query<CheckedRow>(
    `WITH checked AS (
      UPDATE search_parts SET checked_at = $2 WHERE id = (
        SELECT id FROM search_parts WHERE checked_at < $1
        ORDER BY checked_at LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      RETURNING *
    )
    SELECT c.workspace_id, c.newest_at, c.newest_id, o.newest_at AS after_at,
      o.newest_id AS after_id, (
        SELECT count(*) FROM generate_series(0, c.size - 1) AS m(place)
        WHERE EXISTS (SELECT FROM submissions
          WHERE id = encode(substr(c.submission_ids, m.place * 16 + 1, 16), 'hex')::uuid)
      ) = c.size AS is_whole
    FROM checked c LEFT JOIN LATERAL (
      SELECT newest_at, newest_id FROM search_parts
      WHERE workspace_id = c.workspace_id AND (newest_at, newest_id) < (c.newest_at, c.newest_id)
      ORDER BY newest_at DESC, newest_id DESC LIMIT 1
    ) o ON true`,
    [before, now],
  );
  const [row] = rows;
  if (!row) return null;
  const after = row.after_at && row.after_id ? { at: row.after_at, id: row.after_id } : null;
  const range = { after, upTo: { at: row.newest_at, id: row.newest_id } };
  return { workspaceId: row.workspace_id, range, isWhole: row.is_whole };
}

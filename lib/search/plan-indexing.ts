import type pg from "pg";
import { OLDEST, type Position } from "#lib/core/cursor";

/** All folders: submissions are read folder by folder, each along an index. */
export const INDEXED_FOLDERS = ["inbox", "archive", "spam"];
/** Submissions of a full segment: four of its bitmaps fill a page of PostgreSQL. */
export const MAX_SEGMENT_SIZE = 15_872;
/** Text of a full segment in bytes. It bounds the memory that building takes. A single text may be longer. */
export const MAX_SEGMENT_TEXT_BYTES = 8_388_608;
const MAX_SMALL_SEGMENTS = 16;
const SMALL_FILL = 0.5;
const FULL_FILL = 0.9;

/** From `after`, exclusive, to `upTo`, which needn't be the position of a submission. */
export type IndexRange = { after: Position | null; upTo: Position };

export type SegmentState = IndexRange & {
  size: number;
  textBytes: number;
  /** Submissions in its range that arrived late or were moved since it was built. */
  backlogCount: number;
};

/** Submissions after the newest segment that can be indexed; `last` is the newest one. */
export type NewSubmissions = { count: number; last: Position | null };

/**
 * Decides what to index next: submissions that aren't indexed yet, where most of them are; otherwise
 * small segments that together make a full one. Pure.
 *
 * @param segments - oldest first
 */
export function chooseRange(
  segments: readonly SegmentState[],
  added: NewSubmissions,
  minUnindexed: number,
): IndexRange | null {
  const inSegments = segments.reduce((sum, { backlogCount }) => sum + backlogCount, 0);
  if (added.count + inSegments >= minUnindexed) {
    const [stalest] = segments.toSorted((a, b) => b.backlogCount - a.backlogCount);
    if (added.last && added.count >= (stalest?.backlogCount ?? 0))
      return { after: segments.at(-1)?.upTo ?? null, upTo: added.last };
    if (stalest) return { after: stalest.after, upTo: stalest.upTo };
  }
  return findMergeable(segments);
}

/** How full a segment is, by submissions or text. */
function fillOf({ size, textBytes }: SegmentState): number {
  return Math.max(size / MAX_SEGMENT_SIZE, textBytes / MAX_SEGMENT_TEXT_BYTES);
}

/** The first run of small segments that fill one, or that are too many. */
function findMergeable(segments: readonly SegmentState[]): IndexRange | null {
  let run: SegmentState[] = [];
  let fill = 0;
  const isWorthMerging = () =>
    run.length > 1 && (fill >= FULL_FILL || run.length >= MAX_SMALL_SEGMENTS);
  for (const segment of segments) {
    const own = fillOf(segment);
    const isSmall = own < SMALL_FILL;
    if (!isSmall || fill + own > 1) {
      if (isWorthMerging()) break;
      run = [];
      fill = 0;
    }
    if (!isSmall) continue;
    run.push(segment);
    fill += own;
  }
  const [first] = run;
  const last = run.at(-1);
  return first && last && isWorthMerging() ? { after: first.after, upTo: last.upTo } : null;
}

type SegmentRow = {
  newest_at: Date;
  newest_id: string;
  size: number;
  text_bytes: number;
  backlog_count: number;
};

/** The segments of a workspace, oldest first. Every submission up to the last one's end is in one of their ranges. */
export async function readSegments(
  client: pg.PoolClient,
  workspaceId: string,
): Promise<SegmentState[]> {
  const { rows } = await client.query<SegmentRow>(
    `SELECT p.newest_at, p.newest_id, p.size, p.text_bytes, backlog.count::int AS backlog_count
    FROM (
      SELECT *, lag(newest_at, 1, '-infinity') OVER w AS after_at,
        lag(newest_id, 1, '00000000-0000-0000-0000-000000000000') OVER w AS after_id
      FROM search_parts WHERE workspace_id = $1 WINDOW w AS (ORDER BY newest_at, newest_id)
    ) p
    CROSS JOIN LATERAL (
      SELECT count(*) FROM search_backlog b WHERE b.workspace_id = $1
        AND (b.received_at, b.submission_id) > (p.after_at, p.after_id)
        AND (b.received_at, b.submission_id) <= (p.newest_at, p.newest_id)
    ) backlog
    ORDER BY p.newest_at, p.newest_id`,
    [workspaceId],
  );
  let after: Position | null = null;
  return rows.map(({ newest_at, newest_id, size, text_bytes, backlog_count }) => {
    const range = { after, upTo: { at: newest_at, id: newest_id } };
    after = range.upTo;
    return { ...range, size, textBytes: text_bytes, backlogCount: backlog_count };
  });
}

/**
 * Reads at most a full segment of each folder.
 *
 * @param settledAt - before this moment, no submission appears unnoticed; null: nothing can be indexed
 */
export async function readNewSubmissions(
  client: pg.PoolClient,
  workspaceId: string,
  after: Position | null,
  settledAt: Date | null,
): Promise<NewSubmissions> {
  const from = after ?? OLDEST;
  const { rows } = await client.query<{ received_at: Date; id: string; count: number }>(
    `SELECT s.*, (count(*) OVER ())::int AS count
    FROM unnest($2::text[]) AS d(folder) CROSS JOIN LATERAL (
      SELECT received_at, id FROM submissions WHERE workspace_id = $1 AND folder = d.folder
        AND (received_at, id) > ($3, $4::uuid) AND received_at < $5
      ORDER BY received_at, id LIMIT ${MAX_SEGMENT_SIZE}
    ) s
    ORDER BY s.received_at DESC, s.id DESC LIMIT 1`,
    [workspaceId, INDEXED_FOLDERS, from.at, from.id, settledAt],
  );
  const [last] = rows;
  if (!last) return { count: 0, last: null };
  return { count: last.count, last: { at: last.received_at, id: last.id } };
}

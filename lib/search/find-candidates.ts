import type { Order, Position, PositionRange } from "#lib/core/cursor";
import { pool } from "#lib/db/database";
import { queryPrepared } from "#lib/db/query-prepared";
import { gramsOfTerm, selectGrams } from "#lib/search/grams";

/** The most selective grams of a term, rarest first, and how many messages of a segment have the first. */
export type SelectedGrams = {
  grams: number[];
  hits: number;
  /** The end of the newest segment. */
  indexedUpTo: Position;
};

/** A message that may match, by its position in a segment. */
export type Candidate = { segmentId: number; position: number };

export type FoundCandidates = {
  /** In the order of the range. */
  candidates: Candidate[];
  /** Where to continue: the end of these segments in that order. null after the last one. */
  end: Position | null;
};

const POSITIONS = `substr(l.positions, 1 + coalesce(l.ends[array_position(l.grams, g.gram) - 1], 0),
  l.ends[array_position(l.grams, g.gram)]
    - coalesce(l.ends[array_position(l.grams, g.gram) - 1], 0))`;

/*
 * A segment's rows by their whole key. OFFSET 0 keeps each a lookup of its own: joined, the planner takes
 * workspace and segment for independent, expects few rows, and reads all of the segment.
 */
const LIST = `LATERAL (
  SELECT * FROM search_lists l WHERE l.workspace_id = $1 AND l.part_id = p.id
    AND l.bucket = g.gram & (p.bucket_count - 1) OFFSET 0
) l ON g.gram = ANY (l.grams)`;
const BITMAP = `LATERAL (
  SELECT * FROM search_bitmaps b WHERE l.part_id IS NULL AND b.workspace_id = $1
    AND b.part_id = p.id AND b.gram = g.gram OFFSET 0
) b ON true`;

/** How many messages of the largest segment have each gram, which estimates how rare it is. */
const COUNT_HITS = `
  SELECT array_agg(coalesce(length(${POSITIONS}) / 2, bit_count(b.bits), 0) ORDER BY g.n)::int[] AS hits,
    newest.newest_at, newest.newest_id
  FROM (
    SELECT id, bucket_count FROM search_parts WHERE workspace_id = $1
    ORDER BY size DESC, newest_at DESC LIMIT 1
  ) p
  CROSS JOIN (
    SELECT newest_at, newest_id FROM search_parts WHERE workspace_id = $1
    ORDER BY newest_at DESC, newest_id DESC LIMIT 1
  ) newest
  CROSS JOIN unnest($2::int[]) WITH ORDINALITY AS g(gram, n)
  LEFT JOIN ${LIST}
  LEFT JOIN ${BITMAP}
  GROUP BY newest.newest_at, newest.newest_id`;

/** null if nothing of the workspace is indexed yet. @param term - case-folded */
export async function selectGramsOfTerm(
  workspaceId: string,
  term: string,
): Promise<SelectedGrams | null> {
  const grams = gramsOfTerm(term);
  const [row] = await queryPrepared<{ hits: number[]; newest_at: Date; newest_id: string }>(
    pool(),
    {
      text: COUNT_HITS,
      values: [workspaceId, grams],
    },
  );
  if (!row) return null;
  return {
    grams: selectGrams(grams, row.hits),
    hits: Math.min(...row.hits),
    indexedUpTo: { at: row.newest_at, id: row.newest_id },
  };
}

/**
 * The first segments of a range that have all the grams, in its order. A segment without the first, rarest
 * gram costs a single lookup. Bitmaps are intersected here, lists in {@link positionsOf}.
 */
const findSegments = (end: "oldest" | "newest", order: "DESC" | "ASC") => `
  SELECT p.id, p.${end}_at AS end_at, p.${end}_id AS end_id, p.n,
    m.found::int AS found, m.bits::text AS bits, m.lists
  FROM (
    SELECT id, oldest_at, oldest_id, newest_at, newest_id, bucket_count,
      row_number() OVER (ORDER BY newest_at ${order}, newest_id ${order})::int AS n
    FROM search_parts
    WHERE workspace_id = $1 AND (oldest_at, oldest_id) < ($4, $5::uuid)
      AND (newest_at, newest_id) >= ($6, $7::uuid)
    ORDER BY newest_at ${order}, newest_id ${order} LIMIT $8
  ) p
  CROSS JOIN LATERAL (
    SELECT count(l.part_id) + count(b.part_id) AS found, bit_and(b.bits) AS bits,
      string_agg(encode(${POSITIONS}, 'hex'), ',' ORDER BY length(${POSITIONS})) AS lists
    FROM unnest($3::int[]) AS g(gram)
    LEFT JOIN ${LIST}
    LEFT JOIN ${BITMAP}
    WHERE EXISTS (SELECT FROM search_lists WHERE workspace_id = $1 AND part_id = p.id
        AND bucket = $2 & (p.bucket_count - 1) AND $2 = ANY (grams))
      OR EXISTS (SELECT FROM search_bitmaps
        WHERE workspace_id = $1 AND part_id = p.id AND gram = $2)
  ) m
  WHERE n = $8 OR (m.found = cardinality($3::int[]) AND (m.bits IS NULL OR bit_count(m.bits) > 0))
  ORDER BY p.newest_at ${order}, p.newest_id ${order}`;

const FIND_SEGMENTS: Readonly<Record<Order, string>> = {
  desc: findSegments("oldest", "DESC"),
  asc: findSegments("newest", "ASC"),
};

type SegmentRow = {
  id: number;
  end_at: Date;
  end_id: string;
  n: number;
  /** How many of the grams the segment has. Not all: the row only tells where to continue. */
  found: number;
  bits: string | null;
  lists: string | null;
};

/** Messages that have all the grams, in the first `segmentCount` segments of a range. */
export async function findCandidates(query: {
  workspaceId: string;
  /** Rarest first. */
  grams: readonly number[];
  range: PositionRange;
  segmentCount: number;
}): Promise<FoundCandidates> {
  const { workspaceId, grams, segmentCount } = query;
  const { before, from, order } = query.range;
  const range = [before.at, before.id, from.at, from.id];
  const rows = await queryPrepared<SegmentRow>(pool(), {
    text: FIND_SEGMENTS[order],
    values: [workspaceId, grams[0], [...grams], ...range, segmentCount],
  });
  const last = rows.at(-1);
  const inOrder = (row: SegmentRow) =>
    order === "asc" ? positionsOf(row) : positionsOf(row).reverse();
  return {
    candidates: rows
      .filter((row) => row.found === grams.length)
      .flatMap((row) => inOrder(row).map((position) => ({ segmentId: row.id, position }))),
    end: last?.n === segmentCount ? { at: last.end_at, id: last.end_id } : null,
  };
}

/** The positions that are in all lists and set in the bitmap, oldest first. */
function positionsOf({ bits, lists }: SegmentRow): number[] {
  if (lists === null) return positionsOfBits(bits ?? "");
  const [shortest = [], ...others] = lists.split(",").map(positionsOfList);
  const positions = others.reduce(intersect, shortest);
  return positions.filter((position) => bits === null || bits[position] === "1");
}

function positionsOfList(hex: string): number[] {
  const bytes = Buffer.from(hex, "hex");
  return Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readUInt16BE(index * 2));
}

/** What two ascending lists have in common. */
function intersect(a: readonly number[], b: readonly number[]): number[] {
  const both: number[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [left = 0, right = 0] = [a[i], b[j]];
    if (left === right) both.push(left);
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  return both;
}

function positionsOfBits(bits: string): number[] {
  const positions: number[] = [];
  for (let at = bits.indexOf("1"); at >= 0; at = bits.indexOf("1", at + 1)) positions.push(at);
  return positions;
}

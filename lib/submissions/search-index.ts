import type { Position } from "#lib/core/cursor";
import { pool } from "#lib/db/database";
import { queryPrepared } from "#lib/db/query-prepared";
import type { ListRange } from "#lib/submissions/filter-sql";
import { chooseTelling, gramsOfTerm } from "#lib/submissions/search-grams";

/** Grams of which a matching message has all, the rarest first, and how many of a part have that one. */
export type AskedGrams = { grams: number[]; hits: number };

/** Where the index says that a message may match: a part, and the message's place in it. */
export type Candidate = { partId: number; place: number };

export type Found = {
  /** Newest first. */
  candidates: Candidate[];
  /** The oldest message of the parts that were looked into; null: there are no more parts. */
  end: Position | null;
};

const PLACES = `substr(l.positions, 1 + coalesce(l.ends[array_position(l.grams, g.gram) - 1], 0),
  l.ends[array_position(l.grams, g.gram)]
    - coalesce(l.ends[array_position(l.grams, g.gram) - 1], 0))`;

/** How many messages have each gram, in the largest part: how rare it is there tells how rare it is. */
const COUNT_GRAMS = `
  SELECT array_agg(coalesce(length(${PLACES}) / 2, bit_count(b.bits), 0) ORDER BY g.n)::int[] AS hits
  FROM (
    SELECT id, bucket_count FROM search_parts WHERE workspace_id = $1
    ORDER BY size DESC, newest_at DESC LIMIT 1
  ) p
  CROSS JOIN unnest($2::int[]) WITH ORDINALITY AS g(gram, n)
  LEFT JOIN search_lists l ON l.part_id = p.id AND l.bucket = g.gram & (p.bucket_count - 1)
    AND g.gram = ANY (l.grams)
  LEFT JOIN search_bitmaps b ON b.part_id = p.id AND b.gram = g.gram`;

/** The grams of a folded term that tell most; null where nothing of the workspace is indexed yet. */
export async function askForTerm(workspaceId: string, term: string): Promise<AskedGrams | null> {
  const grams = gramsOfTerm(term);
  const rows = await queryPrepared<{ hits: number[] | null }>(pool(), {
    text: COUNT_GRAMS,
    values: [workspaceId, grams],
  });
  const hits = rows[0]?.hits;
  if (!hits) return null;
  return { grams: chooseTelling(grams, hits), hits: Math.min(...hits) };
}

/**
 * Of the newest parts those with messages that may have all grams. A part without the first gram
 * costs one look; frequent grams of the others are intersected here, as bitmaps.
 */
const FIND_PARTS = `
  SELECT p.id, p.oldest_at, p.oldest_id, p.n, m.found::int AS found, m.bits::text AS bits, m.lists
  FROM (
    SELECT id, oldest_at, oldest_id, newest_at, newest_id, bucket_count,
      row_number() OVER (ORDER BY newest_at DESC, newest_id DESC)::int AS n
    FROM search_parts
    WHERE workspace_id = $1 AND (oldest_at, oldest_id) < ($4, $5::uuid)
      AND (newest_at, newest_id) >= ($6, $7::uuid)
    ORDER BY newest_at DESC, newest_id DESC LIMIT $8
  ) p
  CROSS JOIN LATERAL (
    SELECT count(l.part_id) + count(b.part_id) AS found, bit_and(b.bits) AS bits,
      string_agg(encode(${PLACES}, 'hex'), ',' ORDER BY length(${PLACES})) AS lists
    FROM unnest($3::int[]) AS g(gram)
    LEFT JOIN search_lists l ON l.part_id = p.id AND l.bucket = g.gram & (p.bucket_count - 1)
      AND g.gram = ANY (l.grams)
    LEFT JOIN search_bitmaps b ON b.part_id = p.id AND b.gram = g.gram AND l.part_id IS NULL
    WHERE EXISTS (SELECT FROM search_lists WHERE part_id = p.id
        AND bucket = $2 & (p.bucket_count - 1) AND $2 = ANY (grams))
      OR EXISTS (SELECT FROM search_bitmaps WHERE part_id = p.id AND gram = $2)
  ) m
  WHERE n = $8 OR (m.found = cardinality($3::int[]) AND (m.bits IS NULL OR bit_count(m.bits) > 0))
  ORDER BY p.newest_at DESC, p.newest_id DESC`;

type PartRow = {
  id: number;
  oldest_at: Date;
  oldest_id: string;
  n: number;
  /** Grams that the part has; with fewer than asked for, the row only tells how far it was looked. */
  found: number;
  bits: string | null;
  lists: string | null;
};

/** Messages that have all the grams, in the newest parts of a range. */
export async function findCandidates(asked: {
  workspaceId: string;
  /** The rarest first. */
  grams: readonly number[];
  range: ListRange;
  /** How many parts to look into. */
  partCount: number;
}): Promise<Found> {
  const { grams, partCount } = asked;
  const { before, from } = asked.range;
  const rows = await queryPrepared<PartRow>(pool(), {
    text: FIND_PARTS,
    values: [
      asked.workspaceId,
      grams[0],
      [...grams],
      before.at,
      before.id,
      from.at,
      from.id,
      partCount,
    ],
  });
  const last = rows.at(-1);
  return {
    candidates: rows
      .filter((row) => row.found === grams.length)
      .flatMap((row) => placesOf(row).map((place) => ({ partId: row.id, place }))),
    end: last?.n === partCount ? { at: last.oldest_at, id: last.oldest_id } : null,
  };
}

/** Places that are in all lists and whose bits are set, the newest first. */
function placesOf({ bits, lists }: PartRow): number[] {
  if (lists === null) return placesOfBits(bits ?? "");
  const [shortest = [], ...others] = lists.split(",").map(placesOfList);
  const places = others.reduce(intersect, shortest);
  return places.filter((place) => bits === null || bits[place] === "1").reverse();
}

function placesOfList(hex: string): number[] {
  const bytes = Buffer.from(hex, "hex");
  return Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readUInt16BE(index * 2));
}

/** What is in both of two ascending lists. */
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

function placesOfBits(bits: string): number[] {
  const places: number[] = [];
  for (let at = bits.lastIndexOf("1"); at >= 0; at = at === 0 ? -1 : bits.lastIndexOf("1", at - 1))
    places.push(at);
  return places;
}

import type { Position } from "#lib/core/cursor";

/** Messages of one part of the search index: four of its bitmaps fill a page of PostgreSQL. */
export const MAX_PART_MESSAGES = 15_872;
/** Text of one part, in bytes, unless a single message has more: what building it may hold in memory. */
export const MAX_PART_BYTES = 8_388_608;
/** So many messages that the index does not know yet are worth a part. */
export const MIN_BACKLOG = 1_024;
const MAX_SMALL_PARTS = 16;
const SMALL_WEIGHT = 0.5;
const FULL_WEIGHT = 0.9;

/** Messages from one position, left out, to another, which may be that of no message. */
export type IndexRange = { after: Position | null; upTo: Position };

export type PartState = IndexRange & {
  size: number;
  textBytes: number;
  /** Messages within its range that came or were moved since it was made. */
  lateCount: number;
};

/** Messages beyond the newest part; `last`: the newest that one part may take in. */
export type NewMessages = { count: number; last: Position | null };

/** How much of a whole part it is. */
function weightOf({ size, textBytes }: PartState): number {
  return Math.max(size / MAX_PART_MESSAGES, textBytes / MAX_PART_BYTES);
}

/**
 * What is to be indexed next, if anything is worth it: messages that the index does not know, and
 * small parts that together make a whole one. Pure.
 *
 * @param parts - oldest first
 */
export function chooseRange(
  parts: readonly PartState[],
  news: NewMessages,
  minBacklog: number = MIN_BACKLOG,
): IndexRange | null {
  const lateTotal = parts.reduce((sum, { lateCount }) => sum + lateCount, 0);
  if (news.count + lateTotal >= minBacklog) {
    const [latest] = parts.toSorted((a, b) => b.lateCount - a.lateCount);
    if (news.last && news.count >= (latest?.lateCount ?? 0))
      return { after: parts.at(-1)?.upTo ?? null, upTo: news.last };
    if (latest) return { after: latest.after, upTo: latest.upTo };
  }
  return findMergeable(parts);
}

/** Small parts in a row that fill a whole one, or that are too many. */
function findMergeable(parts: readonly PartState[]): IndexRange | null {
  let run: PartState[] = [];
  let weight = 0;
  const isWorthIt = () =>
    run.length > 1 && (weight >= FULL_WEIGHT || run.length >= MAX_SMALL_PARTS);
  for (const part of parts) {
    const own = weightOf(part);
    if (isWorthIt() && (own >= SMALL_WEIGHT || weight + own > 1)) break;
    if (own >= SMALL_WEIGHT || weight + own > 1) {
      run = [];
      weight = 0;
    }
    if (own >= SMALL_WEIGHT) continue;
    run.push(part);
    weight += own;
  }
  const [first] = run;
  const last = run.at(-1);
  return first && last && isWorthIt() ? { after: first.after, upTo: last.upTo } : null;
}

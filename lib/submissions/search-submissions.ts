import { compareNewestFirst, type Position } from "#lib/core/cursor";
import { foldForSearch } from "#lib/core/text";
import type { SubmissionFilter } from "#lib/submissions/schema";
import { gramOfTrait } from "#lib/submissions/search-grams";
import {
  type AskedGrams,
  askForTerm,
  type Found,
  findCandidates,
} from "#lib/submissions/search-index";
import { readBacklog, readCandidates, type Search, walk } from "#lib/submissions/search-reads";

/** Messages that are read one by one before the index is asked. */
const FIRST_WALK = 256;
const ALL = 1_000_000_000;
/** Parts of the index that are looked into at first, and how many times more in each further look. */
const FEW_PARTS = 8;
const GROWTH = 4;
const MAX_PARTS = 1_024;
const MAX_READ_AT_ONCE = 2_048;
/** Indexing takes a search many times longer than a search takes; it does not happen twice in a row. */
const MAX_ATTEMPTS = 5;

/**
 * Where the newest matches are, newest first.
 *
 * Frequent terms are found by reading the newest messages one by one, others through the index, and
 * what the index does not know yet in the backlog. Where the index is of little use, the first two go
 * on by turns, further each time, until one of them is done. So the cost is a small multiple of the
 * cheaper way, whatever the term and the filter, and no estimate decides which that is.
 */
export async function searchSubmissions(search: Search): Promise<Position[]> {
  const { matches, end } = await walk(search, FIRST_WALK);
  if (end === null || matches.length >= search.wanted) return matches;
  const rest = { ...search, range: { ...search.range, before: end } };
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const found = await searchOlder(rest, search.wanted - matches.length);
    if (found) return [...matches, ...found];
  }
  throw new Error("the search index kept changing");
}

/** null when a part of the index was made anew in the middle of it. */
async function searchOlder(search: Search, wanted: number): Promise<Position[] | null> {
  const { workspaceId } = search.ctx;
  // The backlog before the index: a message that goes from one to the other is then seen twice, not never.
  const [asked, late] = await Promise.all([
    askForTerm(workspaceId, foldForSearch(search.filter.search)),
    readBacklog(search),
  ]);
  if (!asked) return (await walk({ ...search, wanted }, ALL)).matches;
  const found = await takeTurns({ ...search, wanted }, asked);
  if (!found) return null;
  const all = new Map([...found, ...late].map((match) => [match.id, match]));
  return [...all.values()].sort(compareNewestFirst).slice(0, wanted);
}

/** Goes on in both ways, by turns, and ends with the one that is done first. */
async function takeTurns(search: Search, asked: AskedGrams): Promise<Position[] | null> {
  const { range, wanted } = search;
  const found = new Map<string, Position>();
  const walked: Position[] = [];
  let { before } = range;
  let walkedCount = FIRST_WALK;
  for await (const { matches, readCount } of lookUp(search, asked)) {
    if (matches === null) return null;
    for (const match of matches) found.set(match.id, match);
    if (found.size >= wanted) break;
    if (readCount < walkedCount) continue;
    const { matches: more, end } = await walk(
      { ...search, range: { ...range, before } },
      readCount,
    );
    walked.push(...more);
    if (end === null || walked.length >= wanted) return walked;
    before = end;
    walkedCount += readCount;
  }
  return [...found.values()];
}

type Step = {
  /** null: see {@link readCandidates} */
  matches: Position[] | null;
  /** Messages that were read so far because the index named them. */
  readCount: number;
};

/** Looks into the index, newest parts first, and reads the messages that it names, a few at a time. */
async function* lookUp(search: Search, asked: AskedGrams): AsyncGenerator<Step> {
  const { ctx, filter, range, wanted } = search;
  let partCount = Math.max(FEW_PARTS, Math.ceil((GROWTH * wanted) / (asked.hits + 0.1)));
  let readCount = 0;
  for (let before: Position | null = range.before; before; partCount *= GROWTH) {
    const { candidates, end }: Found = await findCandidates({
      workspaceId: ctx.workspaceId,
      grams: [...asked.grams, ...traitsOf(filter)],
      range: { ...range, before },
      partCount: Math.min(partCount, MAX_PARTS),
    });
    for (const some of inGrowingBatches(candidates, 2 * wanted)) {
      readCount += some.length;
      yield { matches: await readCandidates(search, some), readCount };
    }
    before = end;
  }
}

function traitsOf({ folder, formId }: SubmissionFilter): number[] {
  return [
    ...(folder === "all" ? [] : [gramOfTrait("folder", folder)]),
    ...(formId ? [gramOfTrait("form", formId)] : []),
  ];
}

function* inGrowingBatches<T>(items: readonly T[], first: number): Generator<T[]> {
  for (let start = 0, count = first; start < items.length; count *= 2) {
    const end = start + Math.min(count, MAX_READ_AT_ONCE);
    yield items.slice(start, end);
    start = end;
  }
}

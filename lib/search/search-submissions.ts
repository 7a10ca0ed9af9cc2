import { comparatorOf, type Position, type PositionRange, restAfter } from "#lib/core/cursor";
import { foldForSearch } from "#lib/core/text";
import {
  type FoundCandidates,
  findCandidates,
  type SelectedGrams,
  selectGramsOfTerm,
} from "#lib/search/find-candidates";
import { gramOfProperty } from "#lib/search/grams";
import {
  ALL,
  type MatchQuery,
  readCandidates,
  readFirst,
  readUnindexed,
} from "#lib/search/read-matches";

/** Messages that are read one by one before the index is used. */
const FIRST_READ = 256;
/** Segments of the first index lookup, and by how much each further lookup grows. */
const FIRST_SEGMENTS = 8;
const GROWTH = 4;
const MAX_SEGMENTS = 1_024;
const MAX_READ_AT_ONCE = 2_048;
/** Building a segment takes many times longer than a search, so two retries in a row are rare. */
const MAX_ATTEMPTS = 5;

/**
 * What to search for. `where` decides what matches. `term`, `folder` and `formId` narrow down what is
 * read, so `where` must imply them.
 */
type SearchQuery = MatchQuery & {
  /** Text of any length, as typed. */
  term: string;
  folder?: string;
  formId?: string;
};

/**
 * Finds the first submissions of a range whose values contain a term, in the range's order.
 *
 * ## How it works
 *
 * Search finds any substring in any script, one character included, and returns the newest matches
 * first, or the oldest ones. No index of PostgreSQL does both fast (decision 0023), so this is one in plain
 * tables:
 *
 * - A **gram** is a hash of one, two or three consecutive characters of a value (`grams.ts`). Folder
 *   and form are grams too. A text that contains a term has all grams of the term.
 * - A **segment** (table `search_parts`) covers the submissions of one workspace between two moments,
 *   up to 15,872 of them. Each has a **position** in its segment, oldest first. For each gram, the
 *   segment has the positions of the submissions with it: a bitmap (`search_bitmaps`) if it is
 *   frequent, else a list (`search_lists`, about 32 grams to a row, in buckets by hash).
 * - **Not indexed** are the submissions after the newest segment's end, which are read from the table itself,
 *   and those before it that the **backlog** (`search_backlog`) names: moved since their segment was built,
 *   or late. {@link indexSubmissions} turns both into segments in the background.
 *
 * A search reads the first 256 submissions one by one, which is enough for frequent terms. Then it
 * reads what isn't indexed, and the **candidates** that the index names: those with the most selective grams,
 * segment by segment in the search's order, until there are enough matches. Candidates are compared with the
 * term itself, so the index may name too many, but never too few.
 *
 * ## Why nothing is missed
 *
 * Every submission up to the newest segment's end is in a segment or in the backlog:
 *
 * - A submission is **late** if it's five seconds old when it's stored ({@link IS_LATE}). The accepting
 *   statement adds late ones to the backlog, so the usual submission costs intake nothing here.
 * - A segment ends at least ten seconds ago, and before it's built all transactions that may have stored
 *   a submission of that time in time have ended ({@link readSettledTime}). The five seconds between
 *   allow for a database clock that is set back. With an application's clock that is behind, every
 *   submission is late; with one that is ahead, submissions are after the end for longer.
 * - A trigger adds moved submissions. One transaction replaces segments and deletes rows from the backlog,
 *   and only those that it read before the submissions.
 *
 * A search reads the end first, then what isn't indexed, then the candidates. So a submission that is
 * indexed meanwhile is found twice rather than not at all.
 *
 * If the index names many candidates that don't match, reading one by one continues in turns with it.
 * So a search costs at most a small multiple of the cheaper way, without relying on any estimate.
 */
export async function searchSubmissions(query: SearchQuery): Promise<Position[]> {
  const { matches, end } = await readFirst(query, FIRST_READ);
  if (end === null || matches.length >= query.limit) return matches;
  const rest = {
    ...query,
    range: restAfter(query.range, end),
    limit: query.limit - matches.length,
  };
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const found = await searchRest(rest);
    if (found) return [...matches, ...found];
  }
  throw new Error("search index segments were replaced during each attempt to search them");
}

/** null if a segment was replaced meanwhile. */
async function searchRest(query: SearchQuery): Promise<Position[] | null> {
  const selected = await selectGramsOfTerm(query.workspaceId, foldForSearch(query.term));
  if (!selected) return (await readFirst(query, ALL)).matches;
  // Before the candidates: a message that is indexed meanwhile is then found twice rather than not at all.
  const unindexed = await readUnindexed(query, selected.indexedUpTo);
  const indexed = await searchInTurns(query, selected);
  if (!indexed) return null;
  const found = new Map([...indexed, ...unindexed].map((match) => [match.id, match]));
  return [...found.values()].sort(comparatorOf(query.range.order)).slice(0, query.limit);
}

/** Uses the index and reads one by one in turns, until one of the two is done. */
async function searchInTurns(
  query: SearchQuery,
  selected: SelectedGrams,
): Promise<Position[] | null> {
  const { limit } = query;
  // By id: a segment that was merged between two lookups names messages again.
  const found = new Map<string, Position>();
  const read: Position[] = [];
  let { range } = query;
  let readCount = FIRST_READ;
  for await (const { matches, candidateCount } of searchIndex(query, selected)) {
    if (matches === null) return null;
    for (const match of matches) found.set(match.id, match);
    if (found.size >= limit) break;
    if (candidateCount < readCount) continue;
    const first = await readFirst({ ...query, range }, candidateCount);
    read.push(...first.matches);
    if (first.end === null || read.length >= limit) return read;
    range = restAfter(range, first.end);
    readCount += candidateCount;
  }
  return [...found.values()];
}

type IndexMatches = {
  /** null: see {@link readCandidates}. */
  matches: Position[] | null;
  /** Candidates that were read so far. */
  candidateCount: number;
};

/** Reads the candidates that the index names, in the order of the range, in growing batches. */
async function* searchIndex(
  query: SearchQuery,
  selected: SelectedGrams,
): AsyncGenerator<IndexMatches> {
  const { workspaceId, folder, formId, limit } = query;
  const grams = [
    ...selected.grams,
    ...(folder ? [gramOfProperty("folder", folder)] : []),
    ...(formId ? [gramOfProperty("form", formId)] : []),
  ];
  let segmentCount = Math.max(FIRST_SEGMENTS, Math.ceil((GROWTH * limit) / (selected.hits + 0.1)));
  let candidateCount = 0;
  for (let range: PositionRange | null = query.range; range; segmentCount *= GROWTH) {
    const { candidates, end }: FoundCandidates = await findCandidates({
      workspaceId,
      grams,
      range,
      segmentCount: Math.min(segmentCount, MAX_SEGMENTS),
    });
    for (const batch of inGrowingBatches(candidates, 2 * limit)) {
      candidateCount += batch.length;
      yield { matches: await readCandidates(query, batch), candidateCount };
    }
    range = end && restAfter(range, end);
  }
}

function* inGrowingBatches<T>(items: readonly T[], firstSize: number): Generator<T[]> {
  for (let start = 0, size = firstSize; start < items.length; size *= 2) {
    const end = start + Math.min(size, MAX_READ_AT_ONCE);
    yield items.slice(start, end);
    start = end;
  }
}

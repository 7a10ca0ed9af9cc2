import { isCancelledQuery } from "#lib/adapters/db/connection-error";
import { type Db, pool, transaction } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import { type Columns, queryPrepared, queryRows } from "#lib/adapters/db/query-rows";
import {
  newerPart,
  OLDEST,
  olderPart,
  type Position,
  type PositionRange,
  restAfter,
} from "#lib/core/cursor";
import { monthOf } from "#lib/core/dates";
import { foldForSearch } from "#lib/core/text";

/**
 * How many of the first messages are read one by one before the index is used. That's enough for frequent terms.
 */
const FIRST_READS: readonly number[] = [256, 10_000];
/** How many messages each later step reads, if the index doesn't help. */
const READ_AT_ONCE = 20_000;
/** How long the index may take. A slower term matches so often that reading one by one is as fast. */
const INDEX_MS = 500;
/** The maximum number of the index's matches that are read in one statement. */
const FEW = 2_000;
/** PostgreSQL creates trigrams only of letters and digits. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u;

type SearchQuery = {
  workspaceId: string;
  /** The term, as typed and of any length. */
  term: string;
  /** A condition: a row `s` of submissions matches, the term included. */
  where: Prisma.Sql;
  /** Selects these columns from the first `count` rows `s` of a range of the list, without the search condition. */
  page: (range: PositionRange, count: number, columns: Prisma.Sql) => Prisma.Sql;
  range: PositionRange;
  /** The maximum number of matches to return. */
  limit: number;
};

type Steps = {
  firstReads?: readonly number[];
  readAtOnce?: number;
  indexMs?: number;
  few?: number;
};
type Row = { id: string; received_at: Date };
const COLUMNS: Columns<Row> = { id: "uuid", received_at: "timestamptz" };

/**
 * Finds the first submissions of a range whose values contain a term, in the range's order.
 *
 * A frequent term is found among the first rows of the list, which are read one by one. For a rare one, the
 * trigram index finds the rows of the workspace that may match, and does so month by month if there are many,
 * because then the term was common long ago. If the index can't help, the rest of the list is read in limited
 * steps: for terms of one or two characters or of symbols, and for terms that very many messages contain, but
 * none of the first.
 */
export async function searchSubmissions(
  query: SearchQuery,
  {
    firstReads = FIRST_READS,
    readAtOnce = READ_AT_ONCE,
    indexMs = INDEX_MS,
    few = FEW,
  }: Steps = {},
): Promise<Position[]> {
  const matches: Position[] = [];
  let { range } = query;
  const rest = () => ({ ...query, range, limit: query.limit - matches.length });
  for (let step = 0; ; step += 1) {
    if (step === firstReads.length && HAS_TRIGRAM.test(foldForSearch(query.term))) {
      const found = await findInIndex(rest(), { indexMs, few });
      if (found) return [...matches, ...found];
    }
    const read = await readNext(rest(), firstReads[step] ?? readAtOnce);
    matches.push(...read.matches);
    if (read.end === null || matches.length >= query.limit) return matches;
    range = restAfter(range, read.end);
  }
}

/** Compares the next `count` rows of the range. `end`: where reading stopped; null at the end of the range. */
async function readNext(
  { where, page, range, limit }: SearchQuery,
  count: number,
): Promise<{ matches: Position[]; end: Position | null }> {
  const columns = Prisma.sql`s.id, s.received_at, ${where} AS is_match`;
  const rows = await queryPrepared<Row & { is_match: boolean; n: number }>(
    pool(),
    { ...COLUMNS, is_match: "bool", n: "int4" },
    Prisma.sql`
      SELECT * FROM (
        SELECT s.*, row_number() OVER (${orderSql(range)})::int AS n
        FROM (${page(range, count, columns)}) s
      ) next
      WHERE is_match OR n = ${count} ORDER BY n LIMIT ${limit}`,
  );
  const last = rows.at(-1);
  const isAtEnd = !last || (last.n < count && rows.length < limit);
  return {
    matches: rows.filter((row) => row.is_match).map(toPosition),
    end: isAtEnd ? null : toPosition(last),
  };
}

/** @returns null if that takes longer than `indexMs` */
async function findInIndex(
  query: SearchQuery,
  { indexMs, few }: { indexMs: number; few: number },
): Promise<Position[] | null> {
  const endsAt = performance.now() + indexMs;
  try {
    const all = await byIndex(indexMs, (tx) => findFew(tx, query, few));
    if (all) return all;
    const months = await splitByMonth(query);
    return await byIndex(indexMs, async (tx) => {
      const matches: Position[] = [];
      for (const range of months) {
        const limit = query.limit - matches.length;
        matches.push(...(await findInMonth(tx, { ...query, range, limit })));
        if (matches.length >= query.limit) break;
        if (performance.now() > endsAt) return null;
      }
      return matches;
    });
  } catch (failure) {
    if (isCancelledQuery(failure)) return null;
    throw failure;
  }
}

/** Runs statements that may neither scan a whole table nor follow the order of an index, each for at most `ms`. */
function byIndex<T>(ms: number, work: (tx: Db) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    await tx.$executeRaw`SELECT set_config('statement_timeout', ${`${ms}`}, true),
      set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
      set_config('jit', 'off', true)`;
    return work(tx);
  });
}

/** @returns null if more than a few submissions of the workspace contain the term */
async function findFew(tx: Db, query: SearchQuery, few: number): Promise<Position[] | null> {
  const { where, range, limit } = query;
  const rows = await queryRows<Row & { is_match: boolean }>(tx, { ...COLUMNS, is_match: "bool" })`
    SELECT s.id, s.received_at, ${isInRangeSql(range)} AND ${where} AS is_match
    FROM (${candidatesSql(query, { count: few })}) s ${orderSql(range)}`;
  if (rows.length >= few) return null;
  return rows
    .filter((row) => row.is_match)
    .slice(0, limit)
    .map(toPosition);
}

/** @param query - its range is within one month */
async function findInMonth(tx: Db, query: SearchQuery): Promise<Position[]> {
  const { where, range, limit } = query;
  const rows = await queryRows(tx, COLUMNS)`
    SELECT s.id, s.received_at
    FROM (${candidatesSql(query, { month: monthOf(range.from.at).start })}) s
    WHERE ${isInRangeSql(range)} AND ${where} ${orderSql(range)} LIMIT ${limit}`;
  return rows.map(toPosition);
}

/**
 * SQL for the submissions that the index finds, and those that aren't in it yet. It's one statement, so
 * that a submission is found at any moment of `indexSubmissions`. Nothing here depends on an estimate:
 * LIMIT, even NULL, leaves the planner only conditions that an index supports.
 */
function candidatesSql(
  { workspaceId, term, range }: SearchQuery,
  { month, count = null }: { month?: Date; count?: number | null },
): Prisma.Sql {
  const own = Prisma.sql`SELECT * FROM submissions WHERE workspace_id = ${workspaceId}::uuid`;
  const inMonth = Prisma.sql`AND date_trunc('month', received_at AT TIME ZONE 'UTC')
    = ${month}::timestamptz AT TIME ZONE 'UTC'`;
  return Prisma.sql`
    (${own} AND search_indexed AND search_text LIKE ${likePattern(term)} ${month ? inMonth : Prisma.empty}
      LIMIT ${count})
    UNION ALL
    (${own} AND NOT search_indexed AND received_at BETWEEN ${range.from.at} AND ${range.before.at}
      LIMIT ${count})`;
}

/** Splits a range by month, in its order, up to the last row of the list. */
async function splitByMonth({ range, page }: SearchQuery): Promise<PositionRange[]> {
  const isDescending = range.order === "desc";
  const reversed = { ...range, order: isDescending ? "asc" : "desc" } as const;
  const columns = Prisma.sql`s.id, s.received_at`;
  const [last] = await queryPrepared<Row>(pool(), COLUMNS, page(reversed, 1, columns));
  if (!last) return [];
  const lastMonth = monthOf(last.received_at).name;
  const parts: PositionRange[] = [];
  let at = isDescending ? range.before.at : range.from.at;
  for (;;) {
    const { name, start, end } = monthOf(at);
    const before = { at: end, id: OLDEST.id };
    parts.push(newerPart(olderPart(range, before), { at: start, id: OLDEST.id }));
    if (name === lastMonth) return parts;
    at = isDescending ? new Date(start.getTime() - 1) : end;
  }
}

/** Returns the LIKE pattern of a term, which the trigram index supports. */
function likePattern(term: string): string {
  return `%${foldForSearch(term).replaceAll(/[\\%_]/g, "\\$&")}%`;
}

function toPosition({ id, received_at }: Row): Position {
  return { id, at: received_at };
}

/** A condition: a submission `s` is in a range. */
export function isInRangeSql({ before, from }: PositionRange): Prisma.Sql {
  return Prisma.sql`(s.received_at, s.id) < (${before.at}, ${before.id}::uuid)
    AND (s.received_at, s.id) >= (${from.at}, ${from.id}::uuid)`;
}

const ORDERS = {
  desc: Prisma.sql`ORDER BY s.received_at DESC, s.id DESC`,
  asc: Prisma.sql`ORDER BY s.received_at, s.id`,
};

/** SQL that sorts submissions `s` in the order of a range. One index supports both directions. */
export function orderSql({ order }: PositionRange): Prisma.Sql {
  return ORDERS[order];
}

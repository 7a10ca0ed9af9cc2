import { type Position, type PositionRange, restAfter } from "#lib/core/cursor";
import { foldForSearch } from "#lib/core/text";
import { isCancelledQuery } from "#lib/db/connection-error";
import { pool, transaction } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { type Columns, queryPrepared, queryRows } from "#lib/db/query-rows";

/** The numbers of first messages that are read one by one before the index is used: enough for frequent terms. */
const FIRST_READS: readonly number[] = [256, 10_000];
/** Messages of each later step, if the index doesn't help. */
const READ_AT_ONCE = 20_000;
/** The time the index may take. A slower term matches so often that reading on one by one is as fast. */
const INDEX_MS = 500;
/** PostgreSQL takes trigrams of letters and digits only. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u;

type SearchQuery = {
  workspaceId: string;
  /** Text of any length, as typed. */
  term: string;
  /** A condition: a row `s` of submissions matches, the term included. */
  where: Prisma.Sql;
  /** These columns of the first `count` rows `s` of a range of the list that is searched, matching or not. */
  page: (range: PositionRange, count: number, columns: Prisma.Sql) => Prisma.Sql;
  range: PositionRange;
  /** The most matches to return. */
  limit: number;
};

type Steps = { firstReads?: readonly number[]; readAtOnce?: number; indexMs?: number };
type Row = { id: string; received_at: Date };
const COLUMNS: Columns<Row> = { id: "uuid", received_at: "timestamptz" };

/**
 * Finds the first submissions of a range whose values contain a term, in the range's order.
 *
 * A frequent term is found among the first rows of the list, which are read one by one. For a rare one, the
 * trigram index names the rows of the workspace that may match. If it can't help, the list is read on in
 * bounded steps: terms of one or two characters or of signs, and terms that very many messages contain, but
 * none of the first.
 */
export async function searchSubmissions(
  query: SearchQuery,
  { firstReads = FIRST_READS, readAtOnce = READ_AT_ONCE, indexMs = INDEX_MS }: Steps = {},
): Promise<Position[]> {
  const matches: Position[] = [];
  let { range } = query;
  const rest = () => ({ ...query, range, limit: query.limit - matches.length });
  for (let step = 0; ; step += 1) {
    if (step === firstReads.length && HAS_TRIGRAM.test(foldForSearch(query.term))) {
      const found = await findInIndex(rest(), indexMs);
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
    Prisma.sql`
      SELECT * FROM (
        SELECT s.*, row_number() OVER (${orderSql(range)})::int AS n
        FROM (${page(range, count, columns)}) s
      ) next
      WHERE is_match OR n = ${count} ORDER BY n LIMIT ${limit}`,
    { ...COLUMNS, is_match: "bool", n: "int4" },
  );
  const last = rows.at(-1);
  const isAtEnd = !last || (last.n < count && rows.length < limit);
  return {
    matches: rows.filter((row) => row.is_match).map(toPosition),
    end: isAtEnd ? null : toPosition(last),
  };
}

/**
 * The matches in the index, and those that aren't in it yet: one statement, so that a submission is found at
 * any moment of {@link indexSubmissions}. Nothing here depends on an estimate: OFFSET 0 leaves the planner only
 * conditions that the index serves, and it may not read the whole table.
 *
 * @returns null if that takes longer than `indexMs`
 */
async function findInIndex(
  { workspaceId, term, where, range, limit }: SearchQuery,
  indexMs: number,
): Promise<Position[] | null> {
  const own = Prisma.sql`SELECT * FROM submissions WHERE workspace_id = ${workspaceId}::uuid`;
  const search = Prisma.sql`
    SELECT s.id, s.received_at FROM (
      (${own} AND search_indexed AND search_text LIKE ${likePattern(term)} OFFSET 0)
      UNION ALL
      (${own} AND NOT search_indexed OFFSET 0)
    ) s
    WHERE ${isInRangeSql(range)} AND ${where} ${orderSql(range)} LIMIT ${limit}`;
  try {
    return await transaction(async (tx) => {
      await tx.$executeRaw`SELECT set_config('statement_timeout', ${`${indexMs}`}, true),
        set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`;
      return (await queryRows(tx, COLUMNS)`${search}`).map(toPosition);
    });
  } catch (failure) {
    if (isCancelledQuery(failure)) return null;
    throw failure;
  }
}

/** The condition that the trigram index understands. */
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

/** Sorts submissions `s` in the order of a range. An index on one order serves both. */
export function orderSql({ order }: PositionRange): Prisma.Sql {
  return ORDERS[order];
}

const BATCH = 500;
/** A run of the drain and this one fit in the minute of a serverless function. */
const BUDGET_MS = 10_000;

/**
 * Puts submissions into the search index. It's a partial index that acceptance skips, because adding the
 * trigrams of a text takes about as long as storing the submission. Search compares rows that aren't in it one
 * by one, so this job may be missed, stopped, or run twice at once without harm.
 *
 * @returns how many submissions were added
 */
export async function indexSubmissions(budgetMs = BUDGET_MS): Promise<number> {
  const endsAt = performance.now() + budgetMs;
  let indexed = 0;
  for (let added = BATCH; added === BATCH && performance.now() < endsAt; indexed += added)
    added = await indexBatch();
  return indexed;
}

async function indexBatch(): Promise<number> {
  const { rowCount } = await pool().query(
    `UPDATE submissions s SET search_indexed = true
    FROM (
      SELECT workspace_id, id FROM submissions WHERE NOT search_indexed
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    ) waiting
    WHERE s.workspace_id = waiting.workspace_id AND s.id = waiting.id`,
  );
  return rowCount ?? 0;
}

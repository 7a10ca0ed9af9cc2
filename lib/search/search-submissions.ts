import { type Position, type PositionRange, restAfter } from "#lib/core/cursor";
import { foldForSearch } from "#lib/core/text";
import { pool } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { isInRangeSql, orderSql } from "#lib/db/position-sql";
import { queryPrepared } from "#lib/db/query-prepared";

/** How many of the newest messages are read one by one before the index is used: enough for frequent terms. */
const FIRST_READS: readonly number[] = [256, 10_000];

type SearchQuery = {
  workspaceId: string;
  /** Text of any length, as typed. */
  term: string;
  /** Whether a row `s` of submissions matches, the term included. */
  where: Prisma.Sql;
  /** The first `count` rows of a range of the list that is searched, whether they match or not. */
  first: (range: PositionRange, count: number) => Prisma.Sql;
  range: PositionRange;
  /** The most matches to return. */
  limit: number;
};

type Row = { id: string; received_at: Date };

/**
 * Finds the first submissions of a range whose values contain a term, in the range's order.
 *
 * A frequent term is found among the first rows of the list, which are read one by one in bounded steps. For a
 * rare one, PostgreSQL's trigram index names the rows of the workspace that may match; they're compared with the
 * term itself. A term of one or two characters has no trigram, so it reads the whole list.
 *
 * Rows that aren't in the index yet ({@link indexSubmissions}) are compared one by one in the same statement, so
 * they're found from the moment of their commit, whatever the job does at that moment.
 *
 * @param firstReads - how many rows to compare one by one, in steps, before the index is used
 */
export async function searchSubmissions(
  query: SearchQuery,
  firstReads = FIRST_READS,
): Promise<Position[]> {
  const matches: Position[] = [];
  let { range } = query;
  for (const count of firstReads) {
    const read = await readFirst({ ...query, range, limit: query.limit - matches.length }, count);
    matches.push(...read.matches);
    if (read.end === null || matches.length >= query.limit) return matches;
    range = restAfter(range, read.end);
  }
  return [
    ...matches,
    ...(await findRest({ ...query, range, limit: query.limit - matches.length })),
  ];
}

/** Compares the first `count` rows of the range. `end`: where reading stopped; null at the end of the range. */
async function readFirst(
  { where, first, range, limit }: SearchQuery,
  count: number,
): Promise<{ matches: Position[]; end: Position | null }> {
  const rows = await queryPrepared<Row & { is_match: boolean; n: number }>(
    pool(),
    Prisma.sql`
      SELECT id, received_at, is_match, n FROM (
        SELECT s.id, s.received_at, ${where} AS is_match,
          row_number() OVER (${orderSql(range)})::int AS n
        FROM (${first(range, count)}) s
      ) first
      WHERE is_match OR n = ${count} ORDER BY n LIMIT ${limit}`,
  );
  const last = rows.at(-1);
  const isAtEnd = !last || (last.n < count && rows.length < limit);
  return {
    matches: rows.filter((row) => row.is_match).map(toPosition),
    end: isAtEnd ? null : toPosition(last),
  };
}

/**
 * The matches of the rest. Not prepared, because the plan depends on how rare the term is. The order is outside
 * of what is materialized: otherwise PostgreSQL may walk the list, hoping for a match soon.
 */
async function findRest({
  workspaceId,
  term,
  where,
  range,
  limit,
}: SearchQuery): Promise<Position[]> {
  const isOwn = Prisma.sql`s.workspace_id = ${workspaceId}::uuid`;
  const matches = Prisma.sql`${isInRangeSql(range)} AND ${where}`;
  const { text, values } = Prisma.sql`
    WITH found AS MATERIALIZED (
      SELECT s.id, s.received_at FROM submissions s
      WHERE ${isOwn} AND s.search_indexed AND s.search_text LIKE ${likePattern(term)} AND ${matches}
      UNION ALL
      SELECT s.id, s.received_at FROM submissions s
      WHERE ${isOwn} AND NOT s.search_indexed AND ${matches}
    )
    SELECT * FROM found s ${orderSql(range)} LIMIT ${limit}`;
  const { rows } = await pool().query<Row>(text, values);
  return rows.map(toPosition);
}

/** The condition that the trigram index understands. */
function likePattern(term: string): string {
  return `%${foldForSearch(term).replaceAll(/[\\%_]/g, "\\$&")}%`;
}

function toPosition({ id, received_at }: Row): Position {
  return { id, at: received_at };
}

import {
  justNewer,
  newerPart,
  olderPart,
  type Position,
  type PositionRange,
} from "#lib/core/cursor";
import { pool } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { isInRangeSql, orderSql } from "#lib/db/position-sql";
import { queryPrepared } from "#lib/db/query-prepared";
import type { Candidate } from "#lib/search/find-candidates";

/** What messages are compared with once they are read. */
export type MatchQuery = {
  workspaceId: string;
  /** Whether a row `s` of submissions matches, the term included. */
  where: Prisma.Sql;
  /** The first `count` rows of a range of the list that is searched, whether they match or not. */
  first: (range: PositionRange, count: number) => Prisma.Sql;
  range: PositionRange;
  /** The most matches to return. */
  limit: number;
};

/** As the count of {@link readFirst}: all messages of the range. */
export const ALL = 1_000_000_000;

type Row = { id: string; received_at: Date };

/** `end`: where reading stopped; null at the end of the range. */
export type FirstMatches = { matches: Position[]; end: Position | null };

/** Compares the first `count` messages of the range one by one, until there are enough matches. */
export async function readFirst(query: MatchQuery, count: number): Promise<FirstMatches> {
  const { where, first, range, limit } = query;
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
 * One message by its key. OFFSET 0 keeps the other conditions outside: given them too, the planner may
 * prefer another index and read all of it.
 */
function byKeySql(workspaceId: string, id: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT * FROM submissions WHERE workspace_id = ${workspaceId}::uuid AND id = ${id} OFFSET 0`;
}

/**
 * Matches among the messages that may not be indexed: everything after the index's end, and what is in the
 * backlog before it.
 */
export async function readUnindexed(query: MatchQuery, indexedUpTo: Position): Promise<Position[]> {
  const end = justNewer(indexedUpTo);
  const [added, moved] = await Promise.all([
    readFirst({ ...query, range: newerPart(query.range, end) }, ALL),
    readBacklog({ ...query, range: olderPart(query.range, end) }),
  ]);
  return [...added.matches, ...moved];
}

async function readBacklog(query: MatchQuery): Promise<Position[]> {
  const { workspaceId, where, limit, range } = query;
  const { before, from } = range;
  const rows = await queryPrepared<Row>(
    pool(),
    Prisma.sql`
      SELECT s.id, s.received_at FROM (
        SELECT b.submission_id FROM search_backlog b
        WHERE b.workspace_id = ${workspaceId}::uuid
          AND (b.received_at, b.submission_id) < (${before.at}, ${before.id}::uuid)
          AND (b.received_at, b.submission_id) >= (${from.at}, ${from.id}::uuid)
        ORDER BY b.received_at DESC, b.submission_id DESC
      ) b CROSS JOIN LATERAL (
        SELECT s.id, s.received_at FROM (${byKeySql(workspaceId, Prisma.sql`b.submission_id`)}) s WHERE ${where}
      ) s
      ${orderSql(range)} LIMIT ${limit}`,
  );
  return rows.map(toPosition);
}

/**
 * The candidates that match. null if a segment was replaced after the index was read: its positions
 * then mean other messages.
 */
export async function readCandidates(
  { workspaceId, where, range }: MatchQuery,
  candidates: readonly Candidate[],
): Promise<Position[] | null> {
  const rows = await queryPrepared<Row | { id: null }>(
    pool(),
    Prisma.sql`
      SELECT s.id, s.received_at
      FROM unnest(${candidates.map(({ segmentId }) => segmentId)}::int[],
        ${candidates.map(({ position }) => position)}::int[]) AS c(segment_id, position)
      LEFT JOIN LATERAL (
        SELECT encode(substr(submission_ids, c.position * 16 + 1, 16), 'hex')::uuid AS id
        FROM search_parts WHERE workspace_id = ${workspaceId}::uuid AND id = c.segment_id
      ) member ON true
      LEFT JOIN LATERAL (
        SELECT s.id, s.received_at FROM (${byKeySql(workspaceId, Prisma.sql`member.id`)}) s
        WHERE ${isInRangeSql(range)} AND ${where}
      ) s ON true
      WHERE s.id IS NOT NULL OR member.id IS NULL`,
  );
  const found = rows.flatMap((row) => (row.id === null ? [] : [toPosition(row)]));
  return found.length === rows.length ? found : null;
}

function toPosition({ id, received_at }: Row): Position {
  return { id, at: received_at };
}
